// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/report/render_quality.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "gs/builder/recording/ingested_images.h"
#include "gs/builder/recording/ingested_sweeps.h"
#include "gs/core/json/json.h"
#include "gs/dataset/read_image.h"
#include "gs/render/render_scene.h"
#include "gs/splat/train/loss/loss.h"
#include "gs/splat/train/training_data.h"

namespace gs::builder {
namespace {

constexpr double kMaxTimeApart = 0.06;  // [s] between an image and its compared sweep
constexpr int kCell = 6;                // [px] cell of the depth buffer that drops hidden points

// Frame indices that were not trained on, from dataset_config.json.
std::set<std::size_t> held_out_frames(const Workspace& workspace) {
  std::set<std::size_t> out;
  const auto config = read_json(workspace.folder(Step::drivesim_dataset_converter) / "dataset_config.json");
  const Node* frames = config ? config->find("held_out") : nullptr;
  if (frames == nullptr) return out;
  for (const Node& frame : frames->items) out.insert(static_cast<std::size_t>(frame.integer));
  return out;
}

// Held-out views, or all if none is held out; at most `most`, spread evenly.
std::vector<RecordedView> choose(const RecordedCamera& camera, const std::set<std::size_t>& held_out,
                                 std::size_t most) {
  std::vector<RecordedView> wanted, chosen;
  for (const RecordedView& view : camera.views) {
    if (held_out.empty() || held_out.contains(view.frame_index)) wanted.push_back(view);
  }
  const std::size_t count = std::min(most, wanted.size());
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(wanted[i * wanted.size() / count]);
  return chosen;
}

Result<splat::train::TrainingView> load(const RecordedCamera& camera, const RecordedView& view, int max_side) {
  splat::train::TrainingView out{.name = camera.key(), .camera = camera.lens, .map_from_camera = view.map_from_camera};
  GS_TRY(out.rgb8, dataset::read_rgb8(view.path, camera.lens));
  if (!camera.mask.empty()) {
    GS_TRY(out.mask, dataset::read_gray8(camera.mask, camera.lens));
  }
  return splat::train::scaled_down(std::move(out), 1, max_side);
}

// The pixels of a recorded and of a rendered view.
assets::Image image_of(const splat::train::TrainingView& view) {
  return {.width = view.camera.width, .height = view.camera.height, .channels = 3, .data = view.rgb8};
}
assets::Image image_of(const splat::SplatImage& image) {
  return {.width = image.width, .height = image.height, .channels = 3, .data = image.rgb8};
}

// A rendered image as float planes for the metrics of training.
class RenderedPlanes {
 public:
  explicit RenderedPlanes(const splat::SplatImage& image) : width_(image.width), height_(image.height) {
    const std::size_t pixels = image.rgb8.size() / 3;
    values_.resize(3 * pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
      for (std::size_t c = 0; c < 3; ++c) values_[c * pixels + i] = static_cast<float>(image.rgb8[3 * i + c]) / 255;
    }
  }
  splat::ConstPlanes planes() const {
    const std::size_t pixels = values_.size() / 3;
    splat::ConstPlanes out{.width = width_, .height = height_};
    for (std::size_t c = 0; c < 3; ++c) out.color[c] = values_.data() + c * pixels;
    return out;
  }

 private:
  int width_, height_;
  std::vector<float> values_;
};

// Reorders the values, of which there is at least one.
double median_of(std::vector<float>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Differences between rendered depth and the LiDAR points that a camera sees.
class DepthErrors {
 public:
  DepthErrors(RecordedSweeps sweeps, double max_depth_m) : sweeps_(std::move(sweeps)), max_depth_(max_depth_m) {}

  // Adds the points of the sweep nearest in time to the image, and writes their number and median error to `out`.
  Result<void> add(const splat::RenderView& view, const splat::SplatImage& image, RenderedView& out) {
    const std::size_t before = errors_.size();
    const auto index = nearest_sweep(out.stamp);
    if (!index) return {};
    GS_TRY(const mapping::Sweep sweep, sweeps_.read(*index));
    // First pass: project all points and find the nearest one per cell.
    const Rigid3d camera_from_base = view.map_from_camera.inverse() * sweep.map_from_base;
    const int across = image.width / kCell + 1;
    std::vector<double> nearest(static_cast<std::size_t>(across * (image.height / kCell + 1)),
                                std::numeric_limits<double>::infinity());
    std::vector<Hit> hits;
    for (const mapping::SweepPoint& point : sweep.points) {
      const Vec3d p = camera_from_base * cast<double>(point.position_in_base);
      if (p.z < 1 || p.z > max_depth_ || !can_project(view.camera, p)) continue;
      const Vec2d pixel = project(view.camera, p);
      const double x = std::round(pixel.x), y = std::round(pixel.y);
      if (!(x >= 0 && y >= 0 && x < image.width && y < image.height)) continue;
      const Hit hit{static_cast<int>(x), static_cast<int>(y), p.z};
      double& cell = nearest[cell_of(hit, across)];
      cell = std::min(cell, p.z);
      hits.push_back(hit);
    }
    for (const Hit& hit : hits) {
      if (hit.depth > nearest[cell_of(hit, across)] * 1.1 + 0.3) continue;  // hidden behind a nearer point of the cell
      const float seen = image.median_depth[static_cast<std::size_t>(hit.y) * static_cast<std::size_t>(image.width) +
                                            static_cast<std::size_t>(hit.x)];
      if (seen <= 0) continue;
      const double error = std::abs(seen - hit.depth);
      errors_.push_back(static_cast<float>(error));
      if (error <= 0.1 * hit.depth) ++within_;
    }
    std::vector<float> own(errors_.begin() + static_cast<std::ptrdiff_t>(before), errors_.end());
    out.depths = own.size();
    if (!own.empty()) out.depth_median_abs_m = median_of(own);
    return {};
  }
  void finish(RenderQuality& quality) {
    quality.depths = errors_.size();
    if (errors_.empty()) return;
    quality.depth_median_abs_m = median_of(errors_);
    quality.depth_within_10_percent = static_cast<double>(within_) / static_cast<double>(errors_.size());
  }

 private:
  struct Hit {
    int x, y;
    double depth;
  };
  static std::size_t cell_of(const Hit& hit, int across) {
    return static_cast<std::size_t>(hit.y / kCell) * static_cast<std::size_t>(across) +
           static_cast<std::size_t>(hit.x / kCell);
  }
  // The sweep nearest in time, within kMaxTimeApart.
  std::optional<std::size_t> nearest_sweep(Timestamp stamp) const {
    std::optional<std::size_t> best;
    double apart = kMaxTimeApart;
    for (std::size_t i = 0; i < sweeps_.count(); ++i) {
      const double distance = std::abs((sweeps_.stamp(i) - stamp).seconds());
      if (distance <= apart) apart = distance, best = i;
    }
    return best;
  }

  RecordedSweeps sweeps_;
  double max_depth_;
  std::vector<float> errors_;
  std::size_t within_ = 0;
};

// Share of pixels with alpha 0.5 or more.
double covered(const splat::SplatImage& image) {
  const auto count = std::ranges::count_if(image.alpha, [](float a) { return a >= 0.5f; });
  return static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(1, image.alpha.size()));
}

}  // namespace

Result<RenderQuality> measure_quality(const Workspace& workspace, splat::Rasterizer& rasterizer,
                                      const QualityOptions& options, Progress& progress) {
  GS_TRY(const std::vector<RecordedCamera> cameras, recorded_cameras(workspace));
  GS_TRY(RecordedSweeps sweeps, RecordedSweeps::open(workspace));
  const std::set<std::size_t> held_out = held_out_frames(workspace);
  DepthErrors depths(std::move(sweeps), options.max_depth_m);
  RenderQuality quality{.cameras = {}, .views = {}, .held_out = !held_out.empty()};
  splat::train::ImageLoss metrics;
  // Alpha and depth are needed for coverage and depth errors.
  splat::RenderSettings settings = options.look;
  settings.alpha = settings.depth = true;
  progress.begin("measuring quality", cameras.size() * options.max_views, "views");
  std::size_t done = 0;
  for (const RecordedCamera& camera : cameras) {
    RenderedCamera& own = quality.cameras[camera.key()];
    for (const RecordedView& view : choose(camera, held_out, options.max_views)) {
      if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while measuring quality");
      progress.advance(++done);
      // Compared at reduced size, which is sufficient for PSNR and SSIM and much faster.
      const auto picture = load(camera, view, options.max_side);
      if (!picture) continue;  // reported by earlier steps
      const splat::RenderView from{.camera = picture->camera, .map_from_camera = view.map_from_camera};
      GS_TRY(const splat::SplatImage image, render::render_image(rasterizer, from, settings));
      const splat::train::ImageMetrics m = metrics.compare(RenderedPlanes(image).planes(), picture->target());
      if (m.pixels == 0) continue;
      own.psnr_db += m.psnr_db, own.ssim += m.ssim, own.coverage += covered(image);
      ++own.views;
      RenderedView seen{.camera = camera.key(), .stamp = view.stamp, .psnr_db = m.psnr_db, .ssim = m.ssim};
      GS_CHECK(depths.add(from, image, seen));
      if (options.pictures) {
        GS_TRY(seen.pictures, view_pictures(image_of(*picture), image_of(image)));
      }
      quality.views.push_back(std::move(seen));
    }
    const auto n = static_cast<double>(std::max<std::size_t>(1, own.views));
    own.psnr_db /= n, own.ssim /= n, own.coverage /= n;
  }
  depths.finish(quality);
  progress.finish();
  return quality;
}

Node to_node(const RenderQuality& quality, const QualityOptions& options) {
  Node node = Node::map();
  Node& cameras = node.add("cameras", Node::map());
  for (const auto& [key, camera] : quality.cameras) {
    Node& own = cameras.add(key, Node::map());
    // null: no image of the camera could be compared.
    own.add("psnr", camera.views > 0 ? Node::of(camera.psnr_db) : Node{});
    own.add("ssim", camera.views > 0 ? Node::of(camera.ssim) : Node{});
    own.add("coverage", camera.views > 0 ? Node::of(camera.coverage) : Node{});
    own.add("views", Node::of(static_cast<int64_t>(camera.views)));
  }
  node.add("cameras_how",
           Node::of(format("{} frames, long side at most {} pixels; coverage: share of pixels with alpha 0.5 or more",
                           quality.held_out ? "held-out" : "training", options.max_side)));
  Node& depth = node.add("lidar_depth", Node::map());
  depth.add("median_abs_error_m", quality.depths > 0 ? Node::of(quality.depth_median_abs_m) : Node{});
  depth.add("within_10_percent", quality.depths > 0 ? Node::of(quality.depth_within_10_percent) : Node{});
  depth.add("points", Node::of(static_cast<int64_t>(quality.depths)));
  depth.add("how", Node::of(format("rendered median depth against LiDAR points a camera sees, 1 to {} m, same frames",
                                   options.max_depth_m)));
  return node;
}

}  // namespace gs::builder
