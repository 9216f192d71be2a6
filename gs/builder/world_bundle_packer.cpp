// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/world_bundle_packer.h"

#include <algorithm>
#include <cmath>

#include "gs/core/version.h"
#include "gs/splat/model/ply.h"
#include "gs/world/bundle.h"
#include "gs/world/drivable.h"
#include "gs/world/heightmap.h"
#include "gs/world/json_document.h"
#include "gs/world/trajectory_csv.h"

namespace gs {
namespace {

constexpr std::string_view kComponent = "world_bundle_packer";
constexpr std::string_view kNote = "initialisation only, 0 iterations";

std::string builder_version() { return "gs_world_builder-" + std::string(kVersion); }

BuildError missing(Error error) {
  if (error.hint.empty()) error.hint = "run the step that writes this file (gs-world-builder run-step)";
  return BuildError(BuildCode::file_missing, std::string(kComponent), std::move(error));
}

double real_of(const Node& node, std::string_view key) {
  const Node* value = node.find(key);
  return value == nullptr ? 0.0 : value->real;
}
std::string text_of(const Node& node, std::string_view key) {
  const Node* value = node.find(key);
  return value == nullptr ? std::string() : value->text;
}

// Everything the steps left behind.
struct Inputs {
  World world;
  GaussianCloud gaussians;
  Node source, geometry, exported;
};

Result<Inputs> read_inputs(const Workspace& workspace) {
  const fs::path ingest = workspace.folder(Step::mcap_ingest),
                 calibration = workspace.folder(Step::calibration_builder);
  const fs::path splats = workspace.folder(Step::gs_exporter), geometry = workspace.folder(Step::geometry_builder);
  Inputs in;
  GS_TRY(in.source, read_json(ingest / "source.json"));
  GS_TRY(in.geometry, read_json(geometry / "geometry.json"));
  GS_TRY(in.exported, read_json(splats / "export.json"));
  GS_TRY(in.world.calibration, load_calibration(calibration / "calibration.yaml"));
  GS_TRY(in.world.render_config, load_render_config(splats / "render_config.json"));
  GS_TRY(in.world.heightmap, load_heightmap(geometry / "heightmap.yaml", geometry / "heightmap.bin"));
  GS_TRY(in.world.drivable, load_drivable(geometry / "drivable.geojson"));
  GS_TRY(in.world.timebase, load_timebase(ingest / "timebase.yaml"));
  GS_TRY(in.world.trajectory, load_trajectory_csv(ingest / "raw_extract/poses.csv"));
  GS_TRY(in.gaussians, load_ply(splats / "background.splat.ply", {.source = PlySource::bundle}));
  return in;
}

Result<CoordinateSystem> read_frames(const Workspace& workspace) {
  GS_TRY(const Node root, read_json(workspace.folder(Step::calibration_builder) / "metadata.json"));
  CoordinateSystem out;
  const Node* frames = root.find("coordinate_system");
  if (frames == nullptr) return fail(ErrorCode::invalid_data, "01_calibration/metadata.json has no coordinate_system");
  out.map_frame = text_of(*frames, "map_frame");
  out.odom_frame = text_of(*frames, "odom_frame");
  if (frames->find("origin_lat") != nullptr) {
    out.origin =
        GeoOrigin{real_of(*frames, "origin_lat"), real_of(*frames, "origin_lon"), real_of(*frames, "origin_alt")};
  }
  return out;
}

// base_link goes to the ground under the rear axle: sensors, path and start move with it.
Result<void> shift_base_link(World& world, Vec3d shift) {
  const Rigid3d old_from_new{{}, shift}, new_from_old{{}, -shift};
  for (CameraCalibration& camera : world.calibration.cameras) {
    camera.extrinsics.transform = new_from_old * camera.extrinsics.transform;
  }
  for (LidarCalibration& lidar : world.calibration.lidars) {
    lidar.extrinsics.transform = new_from_old * lidar.extrinsics.transform;
  }
  std::vector<StampedPose> poses = world.trajectory->poses();
  for (StampedPose& pose : poses) pose.map_from_body = pose.map_from_body * old_from_new;
  GS_TRY(world.trajectory, Trajectory::from_poses(std::move(poses)));
  if (world.timebase.initial_pose) {
    world.timebase.initial_pose->map_from_base_link = world.timebase.initial_pose->map_from_base_link * old_from_new;
  }
  world.metadata.coordinate_system.base_link_shift = shift;
  return {};
}

SpatialExtent extent_of(const World& world) {
  const HeightmapData& h = world.heightmap;
  return {{h.origin_x, h.origin_y, h.min_height},
          {h.origin_x + h.resolution * (h.width - 1), h.origin_y + h.resolution * (h.height - 1),
           std::max(h.max_height, h.min_height + 1)}};
}

SourceInfo source_of(const Node& source) {
  SourceInfo out;
  const std::string format = text_of(source, "format");
  out.type = format == "rosbag2" ? SourceType::rosbag2 : format == "rosbag1" ? SourceType::rosbag1 : SourceType::mcap;
  out.file = text_of(source, "file");
  out.md5 = text_of(source, "md5");
  out.duration_sec = real_of(source, "duration_sec");
  out.size_bytes = static_cast<int64_t>(real_of(source, "size_bytes"));
  return out;
}

Node quality_of(const Inputs& in) {
  Node node = Node::map();
  node.add("version", Node::of("1.0.0"));
  node.add("gaussians", Node::of(kNote));
  node.add("training_iterations", Node::of(0));
  const HeightmapData& h = in.world.heightmap;
  const auto known = std::ranges::count_if(h.data, [](float z) { return std::isfinite(z); });
  Node& coverage = node.add("heightmap", Node::map());
  coverage.add("known_fraction", Node::of(static_cast<double>(known) / static_cast<double>(h.data.size())));
  coverage.add("how", Node::of("samples with a height, of all samples of the grid"));
  // How well ground and wheels agree, which needs no truth.
  double sum = 0;
  int count = 0;
  for (const StampedPose& pose : in.world.trajectory->poses()) {
    const Vec3d& p = pose.map_from_body.translation;
    if (const auto z = ground_height(h, p.x, p.y)) sum += (p.z - *z) * (p.z - *z), ++count;
  }
  Node& path = node.add("ground_under_path", Node::map());
  path.add("rmse_m", Node::of(count > 0 ? std::sqrt(sum / count) : 0.0));
  path.add("poses", Node::of(count));
  path.add("how", Node::of("height of base_link above the heightmap along the recorded path"));
  return node;
}

Node texts(const std::vector<std::string>& values) {
  Node list = Node::list();
  for (const std::string& value : values) list.items.push_back(Node::of(value));
  return list;
}

struct ReportParts {
  const Inputs* inputs = nullptr;  // none: the build failed before
  const PackReport* pack = nullptr;
  const BuildError* error = nullptr;
};

Node statistics_of(const Inputs& in, const PackReport& pack) {
  Node node = Node::map();
  node.add("num_cameras", Node::of(static_cast<int64_t>(in.world.calibration.cameras.size())));
  node.add("num_lidars", Node::of(static_cast<int64_t>(in.world.calibration.lidars.size())));
  node.add("num_poses", Node::of(static_cast<int64_t>(in.world.trajectory->size())));
  node.add("trajectory_length_m", Node::of(pack.trajectory_length_m));
  node.add("gaussian_count", Node::of(static_cast<int64_t>(pack.gaussians)));
  node.add("final_psnr", Node{});  // nothing was trained, so nothing was measured
  node.add("map_points", Node::of(static_cast<int64_t>(real_of(in.geometry, "map_points"))));
  node.add("heightmap_width", Node::of(in.world.heightmap.width));
  node.add("heightmap_height", Node::of(in.world.heightmap.height));
  node.add("heightmap_resolution", Node::of(in.world.heightmap.resolution));
  return node;
}

// The report names the log and the bundle, not this machine's folders or the time a build took: the copy in the bundle
// (with_times false) is the same for the same input.
std::string write_report(const PackOptions& options, const ReportParts& parts, bool with_times) {
  Node root = Node::map();
  root.add("version", Node::of("1.0.0"));
  root.add("scene_id", Node::of(options.scene_id));
  if (with_times) root.add("build_time", Node::of(to_iso8601_utc(options.created_at)));
  root.add("builder_version", Node::of(builder_version()));
  if (parts.inputs != nullptr) {
    Node& input = root.add("input", Node::map());
    input.add("mcap_file", Node::of(text_of(parts.inputs->source, "file")));
    input.add("mcap_size_bytes", Node::of(static_cast<int64_t>(real_of(parts.inputs->source, "size_bytes"))));
    input.add("mcap_duration_sec", Node::of(real_of(parts.inputs->source, "duration_sec")));
    input.add("mcap_md5", Node::of(text_of(parts.inputs->source, "md5")));
  }
  Node& config = root.add("config", Node::map());
  config.add("config", to_node(options.config));
  config.add("gs_training_config", to_node(options.training));
  config.add("geometry_config", to_node(options.geometry));
  if (with_times) {
    Node& times = root.add("processing_time", Node::map());
    double total = 0;
    for (const auto& [step, seconds] : options.step_seconds) {
      times.add(step + "_sec", Node::of(seconds));
      total += seconds;
    }
    times.add("total_sec", Node::of(total));
  }
  if (parts.inputs != nullptr && parts.pack != nullptr) {
    root.add("statistics", statistics_of(*parts.inputs, *parts.pack));
  }
  Node& validation = root.add("validation", Node::map());
  validation.add("status", Node::of(parts.error == nullptr ? "success" : "failed"));
  validation.add("errors", parts.error == nullptr ? Node::list() : texts({parts.error->message}));
  validation.add("warnings", texts(options.warnings));
  if (parts.error != nullptr) {
    if (const auto json = parse_json(to_json(*parts.error))) root.add("error", *json->find("error"));
  }
  if (parts.pack != nullptr && with_times) {
    Node& output = root.add("output", Node::map());
    output.add("world_bundle_dir", Node::of(options.output.string()));
    output.add("world_bundle_size_bytes", Node::of(static_cast<int64_t>(parts.pack->bundle_bytes)));
  }
  return write_json(root);
}

uint64_t folder_bytes(const fs::path& folder) {
  uint64_t bytes = 0;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    if (entry.is_regular_file(error)) bytes += entry.file_size(error);
  }
  return bytes;
}

BuildError save_error(Error error) {
  const bool exists = error.code == ErrorCode::already_exists;
  if (exists && error.hint.empty()) error.hint = "--force replaces it";
  const bool rules = error.message.starts_with("VALIDATION_FAILED");
  return BuildError(rules ? BuildCode::validation_failed : BuildCode::other, std::string(kComponent), std::move(error));
}

}  // namespace

BuildResult<PackReport> pack_bundle(const Workspace& workspace, const PackOptions& options, Progress& progress) {
  progress.begin("packing", 1, "bundles");
  auto inputs = read_inputs(workspace);
  if (!inputs) return missing(std::move(inputs).error());
  World& world = inputs->world;
  PackReport report;

  world.index.scene_id = world.metadata.scene_id = options.scene_id;
  world.index.trajectory = "sim/trajectory.csv";
  world.index.quality = "quality.json";
  world.index.report = "build_report.json";
  world.metadata.created_at = to_iso8601_utc(options.created_at);
  world.metadata.builder_version = builder_version();
  world.metadata.source = source_of(inputs->source);
  GS_TRY(world.metadata.coordinate_system, read_frames(workspace));
  world.metadata.processing_info = ProcessingInfo{.drivesim_commit = "native-" + std::string(kVersion),
                                                  .gs_training_iterations = 0,
                                                  .gs_training_config = std::string(kNote)};
  report.base_link_shift_m = real_of(inputs->geometry, "base_link_height_m");
  const Vec3d shift{options.config.frames.base_link_to_rear_axle_x, 0, -report.base_link_shift_m};
  if (norm(shift) > 0) GS_CHECK(shift_base_link(world, shift));
  world.metadata.spatial_extent = extent_of(world);
  report.gaussians = inputs->gaussians.size();
  report.trajectory_length_m = world.trajectory->length_m();

  GS_TRY(AtomicFolder folder, AtomicFolder::create(workspace.folder(Step::world_bundle_packer), true));
  const fs::path quality = folder.path() / "quality.json", own_report = folder.path() / "build_report.json";
  GS_CHECK(write_file(quality, write_json(quality_of(*inputs))));
  GS_CHECK(write_file(own_report, write_report(options, {&*inputs, &report}, false)));
  std::error_code ignored;
  fs::create_directories(options.output.parent_path(), ignored);
  auto saved = save_world(
      world, std::as_const(inputs->gaussians).view(), options.output,
      {.replace = options.replace, .extras = {{"quality.json", quality}, {"build_report.json", own_report}}});
  if (!saved) return save_error(std::move(saved).error());
  report.bundle_bytes = folder_bytes(options.output);
  GS_CHECK(folder.commit());
  GS_CHECK(write_file(workspace.root() / "build_report.json", write_report(options, {&*inputs, &report}, true)));
  progress.advance(1);
  progress.finish();
  return report;
}

Result<void> write_failed_report(const Workspace& workspace, const PackOptions& options, const BuildError& error) {
  return write_file(workspace.root() / "build_report.json", write_report(options, {.error = &error}, true));
}

}  // namespace gs
