// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/steps/world_bundle_packer.h"

#include <algorithm>
#include <chrono>

#include "gs/assets/image/png.h"
#include "gs/assets/rad/rad.h"
#include "gs/builder/report/camera_preview.h"
#include "gs/builder/report/overview.h"
#include "gs/builder/report/pack_inputs.h"
#include "gs/builder/report/report_page.h"
#include "gs/builder/steps/build_report.h"
#include "gs/core/folders/leftovers.h"
#include "gs/core/json/json.h"
#include "gs/core/version.h"
#include "gs/render/render_settings.h"
#include "gs/splat/lod/lod_tree.h"
#include "gs/world/bundle_files.h"
#include "gs/world/lod_file.h"

namespace gs::builder {
namespace {

constexpr std::string_view kPackerComponent = "world_bundle_packer";

BuildError missing(Error error) {
  return BuildError(
      BuildCode::file_missing, std::string(kPackerComponent),
      with_default_hint(std::move(error), "run the step that writes this file with gs-world-builder run-step"));
}

// Moves base_link to the ground below the rear axle; sensors, path and initial pose move with it. `shift` in old
// base_link.
Result<void> shift_base_link(world::World& world, Vec3d shift) {
  const Rigid3d old_from_new{{}, shift}, new_from_old{{}, -shift};
  for (world::CameraCalibration& camera : world.calibration.cameras) {
    camera.extrinsics.transform = new_from_old * camera.extrinsics.transform;
  }
  for (world::LidarCalibration& lidar : world.calibration.lidars) {
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

// Bounding box of the heightmap and of all map points: buildings are higher and further away than the ground.
world::SpatialExtent extent_of(const world::World& world, const Node& geometry) {
  const world::HeightmapData& h = world.heightmap;
  world::SpatialExtent box{{h.origin_x, h.origin_y, h.min_height},
                           {h.origin_x + h.resolution * (h.width - 1), h.origin_y + h.resolution * (h.height - 1),
                            std::max(h.max_height, h.min_height + 1)}};
  const auto low = vector_of(geometry, "map_min"), high = vector_of(geometry, "map_max");
  if (!low || !high) return box;
  box.min = {std::min(box.min.x, low->x), std::min(box.min.y, low->y), std::min(box.min.z, low->z)};
  box.max = {std::max(box.max.x, high->x), std::max(box.max.y, high->y), std::max(box.max.z, high->z)};
  return box;
}

// Fills in index, metadata and derived values of the world.
Result<void> complete(world::World& world, const PackInputs& inputs, const PackOptions& options, PackReport& report) {
  world.index.scene_id = world.metadata.scene_id = options.scene_id;
  world.index.trajectory = "sim/trajectory.csv";
  world.metadata.created_at = to_iso8601_utc(options.created_at);
  world.metadata.builder_version = builder_version();
  world.metadata.processing_info = world::ProcessingInfo{.drivesim_commit = inputs.commit,
                                                         .gs_training_iterations = inputs.iterations(),
                                                         .gs_training_config = options.training_file};
  report.base_link_shift_m = real_of(inputs.geometry, "base_link_height_m");
  const Vec3d shift{options.config.frames.base_link_to_rear_axle_x, 0, -report.base_link_shift_m};
  if (norm(shift) > 0) GS_CHECK(shift_base_link(world, shift));
  world.metadata.spatial_extent = extent_of(world, inputs.geometry);
  if (world.actor_assets) {
    for (world::ActorAsset& asset : world.actor_assets->assets) asset.source.world = options.scene_id;
  }
  report.gaussians = inputs.gaussians.size();
  report.trajectory_length_m = world.trajectory->length_m();
  return {};
}

// Writes quality.json, preview/ and report.html into 06_world_bundle and lists them for the bundle.
class Extras {
 public:
  Extras(const Workspace& workspace, fs::path folder, Progress& progress)
      : workspace_(workspace), folder_(std::move(folder)), progress_(progress) {}

  Result<void> write(world::World& world, const PackInputs& inputs, Backend backend, Problems& problems) {
    content_.inputs = &inputs;
    std::error_code error;
    fs::create_directories(folder_ / "preview", error);
    if (error) return system_error("making", folder_ / "preview", error.value());
    Node quality = Node::map();
    quality.add("version", Node::of("1.0.0"));
    quality.add("gaussians", Node::of(inputs.origin_of_gaussians()));
    quality.add("training_iterations", Node::of(inputs.iterations()));
    content_.ground = measure_ground(world, inputs.geometry);
    add_to(quality, content_.ground);
    // One upload serves the quality measurement and the previews.
    GS_TRY(auto rasterizer, splat::make_rasterizer(backend));
    GS_TRY(splat::GaussianCloud cloud, splat::copy_of(inputs.gaussians.view()));
    GS_CHECK(rasterizer->upload(std::move(cloud)));
    const splat::RenderSettings look = render::settings_of(world.render_config);
    GS_TRY(content_.quality, measure_quality(workspace_, *rasterizer, {.look = look}, progress_));
    quality.add("rendering", to_node(content_.quality, QualityOptions{}));
    content_.figures = judged_figures(content_.quality, content_.ground, inputs.refinement, *world.trajectory);
    warn_of_poor_figures(content_.figures, problems);
    GS_CHECK(write_file(folder_ / "quality.json", write_json(quality)));
    world.index.quality = add("quality.json");

    // Previews are listed in world.yaml, so that viewers find them.
    GS_CHECK(assets::write_png(folder_ / "preview/overview.png", draw_overview(world)));
    world.index.overview = add("preview/overview.png");
    GS_CHECK(assets::write_png(folder_ / "preview/trajectory.png", draw_trajectory(world)));
    world.index.trajectory_image = add("preview/trajectory.png");
    auto videos = write_camera_previews(workspace_, *rasterizer, folder_ / "preview", {.look = look}, progress_);
    if (!videos) {
      if (videos.error().code == ErrorCode::interrupted) return std::move(videos).error();
      problems.add(Severity::warning, std::move(videos).error(), "preview");  // videos are optional
      return {};
    }
    for (const std::string& name : *videos) world.index.preview_cameras.push_back(add("preview/" + name));
    return {};
  }
  // Writes report.html of the bundle; `warnings` are those of all steps.
  Result<void> write_page(world::World& world, const std::vector<std::string>& warnings) {
    content_.masks = read_mask_figures(workspace_);
    GS_TRY(content_.corrections, read_pose_corrections(workspace_));
    content_.projected = read_projected_pictures(workspace_);
    content_.warnings = warnings;
    GS_CHECK(write_file(folder_ / kReportPage, write_report_page(content_)));
    world.index.report_page = add(std::string(kReportPage));
    return {};
  }
  // The same page with the times of the steps, for the workspace.
  std::string page_with_times(const std::map<std::string, double>& seconds) {
    content_.step_seconds = seconds;
    return write_report_page(content_);
  }
  std::string add(const std::string& path) {
    files_.push_back(path);
    return path;
  }
  // The files with their paths after 06_world_bundle got its final name.
  std::vector<world::ExtraFile> files(const fs::path& final_folder) const {
    std::vector<world::ExtraFile> out;
    for (const std::string& path : files_) out.push_back({path, final_folder / path});
    return out;
  }

 private:
  const Workspace& workspace_;
  fs::path folder_;
  Progress& progress_;
  std::vector<std::string> files_;
  ReportContent content_;
};

// Adds the level-of-detail tree of the Gaussians, if the configuration asks for it.
Result<void> write_lod(const Workspace& workspace, const PackInputs& inputs, const PackOptions& options,
                       const fs::path& folder, Extras& extras, world::World& world) {
  if (!options.config.lod) return {};
  const fs::path target = folder / world::kLodFile;
  std::error_code error;
  fs::create_directories(target.parent_path(), error);
  if (error) return system_error("making", target.parent_path(), error.value());
  // The bundle gets the bytes of the exporter's file.
  GS_TRY(std::string comment, world::lod_comment(workspace.folder(Step::gs_exporter) / "background.splat.ply"));
  GS_TRY(splat::GaussianCloud cloud, splat::copy_of(inputs.gaussians.view()));
  GS_TRY(const splat::lod::LodTree tree, splat::lod::build_lod_tree(std::move(cloud)));
  GS_CHECK(assets::save_rad(target, tree, {.comment = std::move(comment)}));
  world.index.lod = extras.add(std::string(world::kLodFile));
  return {};
}

// Size of all files below a folder.
uint64_t folder_bytes(const fs::path& folder) {
  uint64_t bytes = 0;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    if (entry.is_regular_file(error)) bytes += entry.file_size(error);
  }
  return bytes;
}

// True for an older build of the same log and scene id. A rebuild may replace it without --force, as long as its list
// of files shows that it was not edited.
bool is_older_build(const PackOptions& options, const PackInputs& inputs) {
  std::error_code ignored;
  if (!fs::exists(options.output / kFileListName, ignored)) return false;
  const auto there = read_json(options.output / "build_report.json");
  const Node* input = there ? there->find("input") : nullptr;
  return input != nullptr && text_of(*there, "scene_id") == options.scene_id &&
         text_of(*input, "mcap_md5") == text_of(inputs.source, "md5");
}

// Validation errors have their own exit code.
BuildError save_error(Error error) {
  const bool exists = error.code == ErrorCode::already_exists, rules = error.code == ErrorCode::validation_failed;
  if (exists) error = with_default_hint(std::move(error), "replace it with --force");
  if (rules)
    error =
        with_default_hint(std::move(error), "run the step that writes this file again with gs-world-builder run-step");
  return BuildError(rules ? BuildCode::validation_failed : BuildCode::other, std::string(kPackerComponent),
                    std::move(error));
}

}  // namespace

BuildResult<PackReport> WorldBundlePacker::run(const Workspace& workspace, const Options& options, Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  auto inputs = read_pack_inputs(workspace);
  if (!inputs) return missing(std::move(inputs).error());
  PackReport report;
  world::World& world = inputs->world;
  GS_CHECK(complete(world, *inputs, options, report));

  // First quality, previews and report in the workspace, then the bundle itself.
  const fs::path target = workspace.folder(Step::world_bundle_packer);
  GS_TRY(OutputFolder folder, workspace.new_folder(Step::world_bundle_packer));
  Extras extras(workspace, folder.path(), progress);
  GS_CHECK(extras.write(world, *inputs, options.backend, report.problems));
  GS_CHECK(write_lod(workspace, *inputs, options, folder.path(), extras, world));
  if (const fs::path mesh = workspace.folder(Step::geometry_builder) / "static_mesh.glb"; fs::exists(mesh)) {
    world.index.static_mesh = "geometry/static_mesh.glb";
  }
  // The report must be complete before the bundle is written, because files.json contains its hash.
  const ReportParts parts{&*inputs, &report};
  PackOptions told = options;  // plus the warnings of this step
  for (const Problem& problem : report.problems) told.warnings.push_back(to_string(problem));
  GS_CHECK(write_file(folder.path() / "build_report.json", write_build_report(told, parts, ReportCopy::in_bundle)));
  world.index.report = extras.add("build_report.json");
  GS_CHECK(extras.write_page(world, told.warnings));
  GS_CHECK(folder.commit());

  progress.begin("packing", 1, "bundles");
  std::vector<world::ExtraFile> files = extras.files(target);
  if (world.index.static_mesh) {
    files.push_back({*world.index.static_mesh, workspace.folder(Step::geometry_builder) / "static_mesh.glb"});
  }
  if (world.actor_assets) {
    for (const world::ActorAsset& asset : world.actor_assets->assets) {
      const fs::path own = workspace.folder(Step::actor_builder) / asset.id;
      files.push_back({*asset.mesh, own / "mesh.glb"});
      if (!asset.splat) continue;
      const bool trained = trained_actor(inputs->exported, asset.id) != nullptr;
      const fs::path exported = workspace.folder(Step::gs_exporter) / "actors" / (asset.id + ".ply");
      files.push_back({*asset.splat, trained ? exported : own / "splat.ply"});
    }
  }
  report.notes = clear_leftovers(find_leftovers(options.output));
  // Edits that gs-world-builder commands made in the older bundle are carried over.
  if (!options.discard_edits) {
    GS_TRY(const std::vector<world::BundleEdit> edits, world::unchanged_edits(options.output));
    for (const world::BundleEdit& edit : edits) {
      report.notes.push_back(format("carried over from the earlier bundle: {} ({})", edit.path, edit.command));
    }
  }
  const bool replace = options.replace || is_older_build(options, *inputs);
  auto saved =
      world::save_world(world, std::as_const(inputs->gaussians).view(), options.output,
                        {.replace = replace, .discard_edits = options.discard_edits, .extras = std::move(files)});
  if (!saved) return save_error(std::move(saved).error());
  report.bundle_bytes = folder_bytes(options.output);
  told.step_seconds[std::string(kPackerComponent)] =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  GS_CHECK(
      write_file(workspace.root() / "build_report.json", write_build_report(told, parts, ReportCopy::in_workspace)));
  GS_CHECK(write_file(workspace.root() / kReportPage, extras.page_with_times(told.step_seconds)));
  progress.advance(1);
  progress.finish();
  return report;
}

Result<void> write_failed_report(const Workspace& workspace, const PackOptions& options, const BuildError& error) {
  return write_file(workspace.root() / "build_report.json",
                    write_build_report(options, {.error = &error}, ReportCopy::in_workspace));
}

}  // namespace gs::builder
