// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Loading and saving of whole world bundles.
//
//   GS_TRY(const World world, load_world("worlds/minimal_test"));
//   GS_TRY(const GaussianCloud cloud, load_gaussians(world));
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/result.h"
#include "gs/geometry/trajectory.h"
#include "gs/splat/model/cloud.h"
#include "gs/world/actors/actors.h"
#include "gs/world/files/calibration.h"
#include "gs/world/files/metadata.h"
#include "gs/world/files/render_config.h"
#include "gs/world/files/tf_static.h"
#include "gs/world/files/timebase.h"
#include "gs/world/files/world_yaml.h"
#include "gs/world/interface_types.h"

namespace gs::world {

// Everything but the Gaussians, which are large and loaded separately by the renderer.
struct World {
  std::filesystem::path folder;  // folder of the bundle
  WorldYaml index;
  Metadata metadata;
  RenderConfig render_config;
  HeightmapData heightmap;
  DrivableArea drivable;
  Calibration calibration;
  TfStatic tf_static;
  Timebase timebase;
  std::optional<Trajectory> trajectory{};  // the recorded drive
  std::optional<ActorAssets> actor_assets{};
  std::optional<ActorTrajectories> actor_trajectories{};
};

// The summary of a world that is passed between the parts of a simulation.
WorldData world_data(const World& world);

// Loads everything but the Gaussians. Errors: the first error that the validator would report for these files; warnings
// are not reported. Does not write, so many processes may load one bundle at once.
Result<World> load_world(const std::filesystem::path& folder);

// Loads the Gaussians. max_gaussians: the format allows 5,000,000. Errors: limit_exceeded; invalid_data if the SH
// degree differs from render_config.json; those of the readers.
Result<splat::GaussianCloud> load_gaussians(const World& world, uint64_t max_gaussians = 5'000'000);

// A file that is copied unchanged into the bundle (mesh, files of actors' assets, previews, reports).
struct ExtraFile {
  std::string path;              // in the bundle
  std::filesystem::path source;  // on disk
};

// Options of save_world().
struct SaveOptions {
  bool replace = false;             // replace an existing bundle, which stays until the new one is complete
  bool discard_edits = false;       // replace it even if files were added or changed
  bool validate = true;             // validate before the bundle appears at the target
  std::vector<ExtraFile> extras{};  // the caller lists them in world.index
};

// Writes a bundle atomically, with the file names of world.index. Derived values are computed here: tf_static and the
// rates of the timebase from the calibration; scene id, sensors and SH degree of metadata and render_config from the
// saved parts; the version from what the bundle holds (bundle_version()). Files that our commands added to the old
// bundle or changed in it (edits.json) are carried over unless discard_edits is set. Errors: already_exists,
// validation_failed, system errors.
Result<void> save_world(const World& world, splat::CloudView gaussians, const std::filesystem::path& target,
                        const SaveOptions& options = {});

}  // namespace gs::world
