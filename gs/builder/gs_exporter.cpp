// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/gs_exporter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "gs/assets/image/jpeg.h"
#include "gs/assets/pcd/pcd.h"
#include "gs/builder/sensor_record.h"
#include "gs/core/parallel.h"
#include "gs/mapping/voxel.h"
#include "gs/splat/model/ply.h"
#include "gs/world/json_document.h"
#include "gs/world/render_config.h"
#include "gs/world/trajectory_csv.h"

namespace gs {
namespace {

constexpr float kShDc = 0.28209479f;
constexpr float kOpacityLogit = 2.1972246f;  // of 0.9
constexpr double kNeighbourCellM = 0.5;

// A picture and where it was taken.
struct View {
  fs::path path;
  CameraD camera;
  Rigid3d camera_from_map;
};

Result<std::vector<View>> choose_views(const Workspace& workspace, int max_views) {
  const fs::path ingest = workspace.folder(Step::mcap_ingest);
  GS_TRY(const auto sensors, read_sensors(ingest / "sensors.json"));
  GS_TRY(const Node timeline, read_json(ingest / "timeline.json", {.max_nodes = 100'000'000}));
  GS_TRY(const Calibration calibration,
         load_calibration(workspace.folder(Step::calibration_builder) / "calibration.yaml"));
  GS_TRY(const Trajectory trajectory, load_trajectory_csv(ingest / "raw_extract/poses.csv"));
  std::vector<View> all;
  for (const auto& [record, rate, count] : sensors) {
    const CameraCalibration* camera = calibration.find_camera(record.id);
    const Node* table = timeline.find("sensors");
    const Node* own = table == nullptr ? nullptr : table->find(record.key());
    const Node* stamps = own == nullptr ? nullptr : own->find("timestamps");
    if (record.kind != SensorKind::camera || camera == nullptr || stamps == nullptr) continue;
    for (std::size_t i = 0; i < stamps->items.size(); ++i) {
      const auto pose = trajectory.at(Timestamp::from_seconds(stamps->items[i].real));
      if (!pose) continue;
      all.push_back({ingest / record.file_path(i), to_camera(camera->intrinsics),
                     (*pose * base_link_from_optical(*camera)).inverse()});
    }
  }
  const std::size_t wanted = std::min(all.size(), static_cast<std::size_t>(max_views));
  std::vector<View> chosen;
  for (std::size_t i = 0; i < wanted; ++i) chosen.push_back(std::move(all[i * all.size() / wanted]));
  return chosen;
}

// Even thinning by index: the map is ordered by voxel, so that no place loses more than another.
std::vector<ColouredPoint> thinned(const std::vector<Vec3f>& points, std::size_t most) {
  const std::size_t count = std::min(points.size(), most);
  std::vector<ColouredPoint> out(count);
  for (std::size_t i = 0; i < count; ++i) out[i].position = points[i * points.size() / count];
  return out;
}

// Each point takes the colour of the nearest picture that sees it. A coarse depth buffer (cells of 8 pixels) keeps
// points behind others from being painted with what hides them.
class Painter {
 public:
  Painter(std::vector<ColouredPoint>& points, double max_range_m)
      : points_(points), max_range_(max_range_m), nearest_(points.size(), std::numeric_limits<double>::infinity()) {}

  Result<void> paint(const View& view) {
    GS_TRY(const Image image, read_jpeg(view.path, {.accept_damage = true}));
    if (image.width != view.camera.width || image.height != view.camera.height) {
      return fail(ErrorCode::invalid_data, "{} has another size than its camera", view.path.string());
    }
    constexpr int kCell = 8;
    const int across = image.width / kCell + 1, down = image.height / kCell + 1;
    std::vector<double> depth(static_cast<std::size_t>(across * down), std::numeric_limits<double>::infinity());
    std::vector<Seen> seen;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const Vec3d p = view.camera_from_map * cast<double>(points_[i].position);
      const double range = norm(p);
      if (range > max_range_ || !can_project(view.camera, p)) continue;
      const Vec2d pixel = project(view.camera, p);
      const int x = static_cast<int>(std::lround(pixel.x)), y = static_cast<int>(std::lround(pixel.y));
      if (x < 0 || y < 0 || x >= image.width || y >= image.height) continue;
      const auto cell = static_cast<std::size_t>(y / kCell * across + x / kCell);
      depth[cell] = std::min(depth[cell], range);
      seen.push_back({i, cell, x, y, range});
    }
    for (const auto& [i, cell, x, y, range] : seen) {
      if (range > depth[cell] * 1.05 + 0.2 || range >= nearest_[i]) continue;
      nearest_[i] = range;
      const auto channel = [&](int c) { return static_cast<float>(image.sample(x, y, c)) / 255.f; };
      points_[i].rgb = {channel(0), channel(1), channel(2)};
    }
    return {};
  }
  bool painted(std::size_t i) const { return std::isfinite(nearest_[i]); }

 private:
  struct Seen {
    std::size_t point, cell;
    int x, y;
    double range;
  };
  std::vector<ColouredPoint>& points_;
  double max_range_;
  std::vector<double> nearest_;
};

// Mean distance to the three nearest other points, looked for in the cells around.
class Neighbours {
 public:
  explicit Neighbours(const std::vector<ColouredPoint>& points) : points_(points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto voxel = mapping::voxel_of(cast<double>(points[i].position), kNeighbourCellM);
      if (!voxel) continue;
      const uint32_t cell = index_.find_or_add(mapping::pack(*voxel));
      if (cell >= members_.size()) members_.resize(cell + 1);
      members_[cell].push_back(static_cast<uint32_t>(i));
    }
  }
  float distance(std::size_t i) const {
    std::array<float, 3> best;
    best.fill(static_cast<float>(kNeighbourCellM));
    const auto home = mapping::voxel_of(cast<double>(points_[i].position), kNeighbourCellM);
    if (!home) return best[0];
    for (int k = 0; k < 27; ++k) {
      const mapping::Voxel at{home->x + k % 3 - 1, home->y + k / 3 % 3 - 1, home->z + k / 9 - 1};
      const uint32_t cell = index_.find(mapping::pack(at));
      if (cell == mapping::KeyIndex::kNone) continue;
      for (const uint32_t other : members_[cell]) {
        if (other == i) continue;
        const float d = norm(points_[other].position - points_[i].position);
        if (d >= best[2]) continue;
        best[2] = d;
        if (best[2] < best[1]) std::swap(best[1], best[2]);
        if (best[1] < best[0]) std::swap(best[0], best[1]);
      }
    }
    return (best[0] + best[1] + best[2]) / 3;
  }

 private:
  const std::vector<ColouredPoint>& points_;
  mapping::KeyIndex index_;
  std::vector<std::vector<uint32_t>> members_;
};

Result<void> write_summary(const fs::path& path, const ExportReport& report) {
  Node node = Node::map();
  node.add("version", Node::of("1.0.0"));
  node.add("gaussians", Node::of(static_cast<int64_t>(report.gaussians)));
  node.add("iterations", Node::of(report.iterations));
  node.add("views", Node::of(report.views));
  node.add("note", Node::of("initialisation only, 0 iterations: coloured LiDAR points, not a trained model"));
  return write_file(path, write_json(node));
}

}  // namespace

Result<GaussianCloud> gaussians_of_points(const std::vector<ColouredPoint>& points) {
  GS_TRY(GaussianCloud cloud, GaussianCloud::create(points.size(), 0));
  const MutableCloudView view = cloud.view();
  const Neighbours neighbours(points);
  parallel_for(points.size(), [&](std::size_t i) {
    const float sigma = std::clamp(0.5f * neighbours.distance(i), 0.02f, 0.5f);
    const float log_scale = std::log(sigma);
    view.set_position(i, points[i].position);
    view.set_log_scale(i, {log_scale, log_scale, log_scale});
    view.set_rotation(i, {0, 0, 0, 1});
    view.opacity_logit[i] = kOpacityLogit;
    const Vec3f& c = points[i].rgb;
    float* sh = view.sh_of(i);
    sh[0] = (c.x - 0.5f) / kShDc, sh[1] = (c.y - 0.5f) / kShDc, sh[2] = (c.z - 0.5f) / kShDc;
  });
  return cloud;
}

BuildResult<ExportReport> export_gaussians(const Workspace& workspace, const ExportOptions& options,
                                           Progress& progress) {
  ExportReport report;
  GS_TRY(const PcdPoints map, read_pcd(workspace.folder(Step::geometry_builder) / "point_cloud_map.pcd"));
  std::vector<ColouredPoint> points = thinned(map.positions, static_cast<std::size_t>(options.max_gaussians));
  GS_TRY(const std::vector<View> views, choose_views(workspace, options.max_views));
  report.views = static_cast<int>(views.size());

  Painter painter(points, options.max_view_range_m);
  progress.begin("colouring points", views.size(), "views");
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (auto done = painter.paint(views[i]); !done) report.problems.add(Severity::warning, std::move(done).error());
    progress.advance(i + 1);
    if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while colouring points");
  }
  progress.finish();

  // What no camera saw has no colour to show; without cameras the shape alone is kept, in gray.
  std::vector<ColouredPoint> kept;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (painter.painted(i)) kept.push_back(points[i]);
  }
  report.coloured = kept.size();
  constexpr std::size_t kEnough = 1000;
  if (kept.size() < kEnough) kept = std::move(points);
  report.gaussians = kept.size();
  GS_TRY(const GaussianCloud cloud, gaussians_of_points(kept));

  RenderConfig render;
  render.sh_degree = cloud.sh_degree();
  render.quaternion_order = QuaternionOrder::xyzw;
  GS_TRY(AtomicFolder folder, AtomicFolder::create(workspace.folder(Step::gs_exporter), true));
  GS_CHECK(save_ply(folder.path() / "background.splat.ply", cloud.view()));
  GS_CHECK(write_file(folder.path() / "render_config.json", write_render_config(render)));
  GS_CHECK(write_summary(folder.path() / "export.json", report));
  GS_CHECK(folder.commit());
  report.problems.add({.severity = Severity::warning,
                       .code = ErrorCode::unsupported,
                       .file = "background.splat.ply",
                       .message = "initialisation only, 0 iterations: the Gaussians are coloured LiDAR points"});
  return report;
}

}  // namespace gs
