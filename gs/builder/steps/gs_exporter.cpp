// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/steps/gs_exporter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "gs/builder/recording/ingested_sweeps.h"
#include "gs/builder/recording/point_painter.h"
#include "gs/core/json/json.h"
#include "gs/core/plain_file.h"
#include "gs/dataset/dataset_index.h"
#include "gs/splat/model/ply.h"
#include "gs/splat/train/initial_cloud/point_gaussians.h"
#include "gs/splat/train/training_run.h"
#include "gs/world/files/render_config.h"

namespace gs::builder {
namespace {

constexpr std::string_view kExporterComponent = "gs_exporter";

// Untrained cloud: isotropic Gaussians at map points, half the initial size of training because training will not
// shrink them.
Result<splat::GaussianCloud> untrained_cloud(const Workspace& workspace, const ExportOptions& options,
                                             ExportReport& report, Progress& progress) {
  GS_TRY(const MapPoints map, static_map_points(workspace, progress));
  GS_TRY(const std::vector<RecordedCamera> cameras, recorded_cameras(workspace));
  const PaintOptions paint{.max_points = options.max_untrained, .max_views = 60, .max_range_m = 40};
  GS_TRY(const PaintedCloud painted, paint_points(map.standing, cameras, paint, report.problems, progress));
  GS_TRY(splat::GaussianCloud cloud, splat::train::initial_cloud(painted.points, {.sh_degree = 0, .opacity = 0.9}));
  const splat::MutableCloudView view = cloud.view();
  const float half = std::log(0.5f);
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    const Vec3f s = view.log_scale_of(i);
    view.set_log_scale(i, {s.x + half, s.y + half, s.z + half});
  }
  report.problems.add({.severity = Severity::warning,
                       .code = ErrorCode::unsupported,
                       .file = "background.splat.ply",
                       .message = "initialisation only, 0 iterations: the Gaussians are coloured LiDAR points"});
  return cloud;
}

BuildError no_checkpoint(std::string message) {
  return BuildError(BuildCode::checkpoint_not_found, std::string(kExporterComponent), std::move(message),
                    "run gs_train_orchestrator (gs-world-builder run-step), or switch it off "
                    "(pipeline.enable_gs_train_orchestrator: false) for untrained Gaussians");
}

// The checkpoint of the best iteration according to training_report.json. Errors: CHECKPOINT_NOT_FOUND.
BuildResult<splat::GaussianCloud> trained_cloud(const Workspace& workspace, const ExportOptions& options,
                                                ExportReport& report) {
  const fs::path folder = workspace.folder(Step::gs_train_orchestrator);
  const auto summary = read_json(folder / "training_report.json");
  if (!summary) return no_checkpoint("no training_report.json in 03_gs_training");
  const Node *best = summary->find("best_iteration"), *psnr = summary->find("best_psnr");
  if (best == nullptr || best->integer <= 0) return no_checkpoint("training_report.json names no best iteration");
  report.iterations = static_cast<uint64_t>(best->integer);
  if (psnr != nullptr) report.psnr_db = psnr->real;
  const Node* config = summary->find("config");
  const Node* settings = config != nullptr ? config->find("options") : nullptr;
  // Settings that the renderer must repeat.
  const auto setting = [&](const char* name) { return settings != nullptr ? settings->find(name) : nullptr; };
  const Node *compensated = setting("training.antialiasing"), *filter = setting("training.low_pass_px2");
  report.antialiasing = compensated != nullptr && compensated->boolean;
  if (filter != nullptr) report.low_pass_px2 = filter->real;
  if (const Node* actors = summary->find("actors"); actors != nullptr) report.actors = *actors;
  const fs::path path = folder / options.checkpoint_dir / format("iteration_{}", report.iterations) / "point_cloud.ply";
  auto cloud = splat::load_ply(path, {.source = splat::PlySource::bundle});
  if (!cloud) return no_checkpoint(format("{} cannot be read: {}", path.string(), cloud.error().message));
  return *std::move(cloud);
}

// Keeps the most visible Gaussians: weight = log(opacity * product of the two larger scales).
Result<splat::GaussianCloud> pruned(splat::GaussianCloud cloud, std::size_t most, ExportReport& report) {
  if (cloud.size() <= most) return cloud;
  report.pruned = cloud.size() - most;
  const splat::CloudView view = std::as_const(cloud).view();
  std::vector<float> weight(cloud.size());
  for (std::size_t i = 0; i < weight.size(); ++i) {
    const Vec3f s = view.log_scale_of(i);
    const float area = s.x + s.y + s.z - std::min({s.x, s.y, s.z});
    weight[i] = area - std::log1p(std::exp(-view.opacity_logit[i]));
  }
  // Select the heaviest, then restore the original order, so that the file stays deterministic.
  std::vector<uint32_t> order(cloud.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) { return weight[a] > weight[b]; });
  order.resize(most);
  std::ranges::sort(order);
  report.problems.add({.severity = Severity::warning,
                       .code = ErrorCode::limit_exceeded,
                       .file = "background.splat.ply",
                       .message = format("{} of the least visible Gaussians are left out", report.pruned)});
  return splat::gather(view, order);
}

// The Gaussians of actors that training made better. The names come from a file: nothing but plain ones is used.
Result<void> export_actors(const fs::path& training, const fs::path& folder, const Node& actors) {
  if (!actors.is_list()) return {};
  std::error_code error;
  fs::create_directories(folder / "actors", error);
  if (error) return system_error("making", folder / "actors", error.value());
  for (const Node& actor : actors.items) {
    if (!actor["trained"].boolean) continue;
    const std::string& id = actor["id"].text;
    if (!dataset::is_folder_name(id)) {
      return fail(ErrorCode::invalid_data, "'{}' in training_report.json is not a valid name of an actor", id);
    }
    GS_CHECK(link_or_copy(training / "actors" / (id + ".ply"), folder / "actors" / (id + ".ply")));
  }
  return {};
}

// export.json, read by the packer.
Result<void> write_summary(const fs::path& path, const ExportReport& report) {
  Node node = Node::map();
  node.add("version", Node::of("1.0.0"));
  node.add("gaussians", Node::of(static_cast<int64_t>(report.gaussians)));
  node.add("iterations", Node::of(static_cast<int64_t>(report.iterations)));
  if (report.actors.is_list()) node.add("actors", report.actors);
  const bool is_measured = report.iterations > 0 && report.psnr_db != splat::train::kNotMeasuredDb;
  node.add("psnr", is_measured ? Node::of(report.psnr_db) : Node{});
  return write_file(path, write_json(node));
}

}  // namespace

double far_plane_for(splat::CloudView cloud) {
  const double usual = world::RenderConfig{}.far_plane_m;
  std::array<std::vector<float>, 3> axes;
  std::vector<float> distances(cloud.size);
  const auto at_share = [](std::vector<float>& values, double share) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
  };
  // Distances are measured from the median position.
  if (cloud.size == 0) return usual;
  for (std::size_t a = 0; a < 3; ++a) axes[a].assign(cloud.position[a], cloud.position[a] + cloud.size);
  const Vec3f middle{at_share(axes[0], 0.5), at_share(axes[1], 0.5), at_share(axes[2], 0.5)};
  for (std::size_t i = 0; i < cloud.size; ++i) distances[i] = norm(cloud.position_of(i) - middle);
  // A few outliers must not extend the far plane.
  const double reach = static_cast<double>(at_share(distances, 0.999));
  constexpr double kUsualReach = 0.95, kMost = 1e6;
  if (reach <= kUsualReach * usual) return usual;
  // A camera may stand at the edge of the cloud: twice the reach, in whole multiples of the usual distance.
  return std::min(kMost, std::ceil(2 * reach / usual) * usual);
}

BuildResult<ExportReport> GsExporter::run(const Workspace& workspace, const Options& options, Progress& progress) {
  ExportReport report;
  splat::GaussianCloud cloud;
  if (options.trained) {
    GS_TRY(splat::GaussianCloud trained, trained_cloud(workspace, options, report));
    GS_TRY(cloud, pruned(std::move(trained), options.max_gaussians, report));
  } else {
    GS_TRY(cloud, untrained_cloud(workspace, options, report, progress));
  }
  report.gaussians = cloud.size();

  progress.begin("exporting", 1, "clouds");
  // The bundle stores quaternions as x y z w and repeats the render settings of the training.
  world::RenderConfig render;
  render.sh_degree = cloud.sh_degree();
  render.quaternion_order = splat::QuaternionOrder::xyzw;
  render.far_plane_m = far_plane_for(std::as_const(cloud).view());
  if (report.antialiasing) render.antialiasing = true;
  render.low_pass_px2 = report.low_pass_px2;
  GS_TRY(OutputFolder folder, workspace.new_folder(Step::gs_exporter));
  GS_CHECK(splat::save_ply(folder.path() / "background.splat.ply", std::as_const(cloud).view()));
  GS_CHECK(write_file(folder.path() / "render_config.json", world::write_render_config(render)));
  GS_CHECK(export_actors(workspace.folder(Step::gs_train_orchestrator), folder.path(), report.actors));
  GS_CHECK(write_summary(folder.path() / "export.json", report));
  GS_CHECK(folder.commit());
  progress.advance(1);
  progress.finish();
  return report;
}

}  // namespace gs::builder
