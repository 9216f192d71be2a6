// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/bundle.h"

#include <algorithm>

#include "gs/assets/npz/npz_gaussians.h"
#include "gs/core/folders/output_folder.h"
#include "gs/splat/model/ply.h"
#include "gs/world/actors/assets_file.h"
#include "gs/world/actors/trajectories_file.h"
#include "gs/world/bundle_files.h"
#include "gs/world/bundle_parts.h"
#include "gs/world/document/fields.h"
#include "gs/world/files/drivable.h"
#include "gs/world/files/heightmap.h"
#include "gs/world/files/trajectory_csv.h"
#include "gs/world/paths.h"
#include "gs/world/validate/validate.h"

namespace gs::world {
namespace {

// Fills fields that are derived from other fields.
World with_derived_parts(World world, int sh_degree) {
  world.metadata.scene_id = world.index.scene_id;
  world.metadata.cameras.clear();
  world.metadata.lidars.clear();
  for (const CameraCalibration& camera : world.calibration.cameras) world.metadata.cameras.push_back(camera.id);
  for (const LidarCalibration& lidar : world.calibration.lidars) world.metadata.lidars.push_back(lidar.id);
  world.render_config.sh_degree = sh_degree;
  world.render_config.gaussian_format = GaussianFormat::splat_ply;
  world.render_config.quaternion_order = splat::QuaternionOrder::xyzw;
  world.tf_static = tf_static_of(world.calibration, world.metadata.coordinate_system.base_link_frame);
  set_sensor_rates(world.timebase, world.calibration);
  set_height_range(world.heightmap);
  if (world.actor_assets && !world.index.actor_assets) world.index.actor_assets = kActorAssetsFile;
  if (world.actor_trajectories && !world.index.actor_trajectories) {
    world.index.actor_trajectories = kActorTrajectoriesFile;
  }
  return world;
}

// Path of a new file in the bundle; creates its folder.
Result<fs::path> place_for(const fs::path& folder, const std::string& relative) {
  GS_CHECK(check_bundle_path(relative));
  const fs::path path = folder / relative;
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) return system_error("cannot create the folder of", path, error.value());
  return path;
}

// Writes a text file of the bundle.
Result<void> put(const fs::path& folder, const std::string& relative, const std::string& text) {
  GS_TRY(const fs::path path, place_for(folder, relative));
  return write_file(path, text);
}

// Copies a file into the bundle; by default an existing file is an error.
Result<void> copy_file(const fs::path& folder, const ExtraFile& extra,
                       fs::copy_options existing = fs::copy_options::none) {
  GS_TRY(const fs::path path, place_for(folder, extra.path));
  std::error_code error;
  fs::copy_file(extra.source, path, existing, error);
  if (error) return system_error("cannot copy", extra.source, error.value());
  return {};
}

// Copies the edits of our commands from the old bundle, replacing files of the new one. world.yaml is not copied: the
// new one lists what the new bundle holds, keep_edited_actors() included.
Result<void> carry_edits(const std::vector<BundleEdit>& edits, const fs::path& old, const fs::path& folder) {
  for (const BundleEdit& edit : edits) {
    GS_CHECK(copy_file(folder, {edit.path, old / edit.path}, fs::copy_options::overwrite_existing));
  }
  return edits.empty() ? Result<void>() : write_file(folder / kEditsFile, write_edits(edits));
}

// If a command edited the actors of the old bundle, its whole actors layer takes the place of the new one: the files of
// a layer only fit together.
void keep_edited_actors(const std::vector<BundleEdit>& edits, World& world, std::vector<ExtraFile>& extras) {
  const auto is_edited = [&](std::string_view path) {
    return std::any_of(edits.begin(), edits.end(), [&](const BundleEdit& edit) { return edit.path == path; });
  };
  WorldYaml& index = world.index;
  if (!is_edited(index.actor_assets.value_or(std::string(kActorAssetsFile)))) return;
  if (!index.actor_assets) index.actor_assets = kActorAssetsFile;
  const std::string trajectories = index.actor_trajectories.value_or(std::string(kActorTrajectoriesFile));
  index.actor_trajectories.reset();
  if (is_edited(trajectories)) index.actor_trajectories = trajectories;
  world.actor_assets.reset();
  world.actor_trajectories.reset();
  std::erase_if(extras, [](const ExtraFile& extra) { return extra.path.starts_with("actors/"); });
}

// Version of the bundle by what it will hold.
std::string version_of(const WorldYaml& index, const std::vector<ExtraFile>& extras,
                       const std::vector<BundleEdit>& edits) {
  std::vector<std::string> files;
  for (const auto& listed : {index.actor_assets, index.actor_trajectories}) {
    if (listed) files.emplace_back(kActorAssetsFile);  // whatever their names are
  }
  for (const ExtraFile& extra : extras) files.push_back(extra.path);
  for (const BundleEdit& edit : edits) files.push_back(edit.path);
  return std::string(bundle_version(files));
}

// Writes all files of the format; world.yaml last.
Result<void> write_parts(const World& world, splat::CloudView gaussians, const fs::path& folder) {
  const WorldYaml& index = world.index;
  GS_TRY(const fs::path meta, place_for(folder, index.heightmap_meta));
  GS_TRY(const fs::path samples, place_for(folder, index.heightmap));
  GS_TRY(const fs::path splats, place_for(folder, index.background));
  GS_CHECK(save_heightmap(world.heightmap, meta, samples));
  GS_CHECK(splat::save_ply(splats, gaussians, splat::PlyFlavor::bundle));
  GS_CHECK(put(folder, index.metadata, write_metadata(world.metadata)));
  GS_CHECK(put(folder, index.render_config, write_render_config(world.render_config)));
  GS_CHECK(put(folder, index.drivable, write_drivable(world.drivable)));
  GS_CHECK(put(folder, index.calibration, write_calibration(world.calibration)));
  GS_CHECK(put(folder, index.tf_static, write_tf_static(world.tf_static)));
  GS_CHECK(put(folder, index.timebase, write_timebase(world.timebase)));
  if (world.trajectory && index.trajectory) {
    GS_CHECK(put(folder, *index.trajectory, write_trajectory_csv(world.trajectory->poses())));
  }
  if (world.actor_assets) GS_CHECK(put(folder, *index.actor_assets, write_actor_assets(*world.actor_assets)));
  if (world.actor_trajectories) {
    GS_CHECK(put(folder, *index.actor_trajectories, write_actor_trajectories(*world.actor_trajectories)));
  }
  return put(folder, std::string(kWorldYaml), write_world_yaml(index));
}

}  // namespace

WorldData world_data(const World& world) {
  WorldData data;
  data.scene_id = world.index.scene_id;
  data.bundle_path = world.folder;
  data.gaussian_ply_path = world.index.background;
  data.render_config_path = world.index.render_config;
  data.heightmap_bin_path = world.index.heightmap;
  data.heightmap_yaml_path = world.index.heightmap_meta;
  data.drivable_geojson_path = world.index.drivable;
  data.calibration_yaml_path = world.index.calibration;
  data.tf_static_json_path = world.index.tf_static;
  data.timebase_yaml_path = world.index.timebase;
  data.static_mesh_glb_path = world.index.static_mesh.value_or("");
  data.dt = world.timebase.dt;
  data.start_time = world.timebase.start_time;
  const Timestamp start = Timestamp::from_seconds(data.start_time);
  data.initial_pose = to_ego_pose(world.timebase.initial_pose.value_or(InitialPose{}).map_from_base_link, start);
  data.initial_velocity = initial_speed(world.timebase);
  return data;
}

Result<World> load_world(const fs::path& folder) {
  Problems problems;
  // The same reader and the same rules as in the validator, so that both always agree.
  BundleParts parts = read_bundle_parts(folder, /*keep_samples=*/true, problems);
  check_consistency(parts, problems);
  if (auto error = first_error(problems)) return std::move(*error).with_context(folder.string());
  // Without an error every required part is set.
  World world{.folder = folder,
              .index = std::move(*parts.index),
              .metadata = std::move(*parts.metadata),
              .render_config = std::move(*parts.render_config),
              .heightmap = std::move(*parts.heightmap),
              .drivable = std::move(*parts.drivable),
              .calibration = std::move(*parts.calibration),
              .tf_static = std::move(*parts.tf_static),
              .timebase = std::move(*parts.timebase),
              .actor_assets = std::move(parts.actor_assets),
              .actor_trajectories = std::move(parts.actor_trajectories)};
  // Poses are optional.
  if (parts.trajectory) {
    GS_TRY(world.trajectory, Trajectory::from_poses(std::move(*parts.trajectory)));
  }
  return world;
}

Result<splat::GaussianCloud> load_gaussians(const World& world, uint64_t max_gaussians) {
  GS_TRY(const fs::path path, resolve_in_bundle(world.folder, world.index.background));
  // The NPZ reader takes no limit, so the number is checked after loading.
  const bool is_npz = world.render_config.gaussian_format == GaussianFormat::npz;
  auto cloud = is_npz ? assets::load_npz_gaussians(path)
                      : splat::load_ply(path, {.source = splat::PlySource::bundle, .max_gaussians = max_gaussians});
  if (cloud && cloud->size() > max_gaussians) {
    return fail(ErrorCode::limit_exceeded, "{} Gaussians, at most {} are allowed: {}", cloud->size(), max_gaussians,
                world.index.background);
  }
  if (cloud && cloud->sh_degree() != world.render_config.sh_degree) {
    return fail(ErrorCode::invalid_data, "{} has SH degree {}, but render_config.json has {}", world.index.background,
                cloud->sh_degree(), world.render_config.sh_degree);
  }
  return std::move(cloud).with_context(world.index.background);
}

Result<void> save_world(const World& world, splat::CloudView gaussians, const fs::path& target,
                        const SaveOptions& options) {
  // Write into a temporary folder, validate it, then exchange it with the old bundle.
  World complete = with_derived_parts(world, gaussians.sh_degree);
  const ReplaceRules rules{.force = options.replace, .discard_edits = options.discard_edits};
  GS_TRY(const Replacement permission, may_replace(target, bundle_kind(), rules));
  GS_TRY(OutputFolder folder, OutputFolder::create(permission));
  std::vector<BundleEdit> edits;
  std::vector<ExtraFile> extras = options.extras;
  if (!options.discard_edits) {
    GS_TRY(edits, unchanged_edits(permission.target()));
    std::erase_if(edits, [](const BundleEdit& edit) { return edit.path == kWorldYaml; });
    keep_edited_actors(edits, complete, extras);
  }
  complete.index.version = version_of(complete.index, extras, edits);
  GS_CHECK(write_parts(complete, gaussians, folder.path()));
  for (const ExtraFile& extra : extras) GS_CHECK(copy_file(folder.path(), extra));
  GS_CHECK(carry_edits(edits, permission.target(), folder.path()));
  GS_CHECK(write_bundle_list(folder.path()));
  if (options.validate) GS_CHECK(require_valid(folder.path()));
  return folder.commit();
}

}  // namespace gs::world
