// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A world bundle as a whole: load it, save it.
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
#include "gs/world/calibration.h"
#include "gs/world/data.h"
#include "gs/world/metadata.h"
#include "gs/world/render_config.h"
#include "gs/world/tf_static.h"
#include "gs/world/timebase.h"
#include "gs/world/world_yaml.h"

namespace gs {

// Everything but the Gaussians, which are large and loaded by whoever renders.
struct World {
  std::filesystem::path folder;  // where it was loaded from
  WorldYaml index;
  Metadata metadata;
  RenderConfig render_config;
  HeightmapData heightmap;
  DrivableArea drivable;
  Calibration calibration;
  TfStatic tf_static;
  Timebase timebase;
  std::optional<Trajectory> trajectory{};  // the recorded drive
};

// The summary that travels between the parts of a simulation.
WorldData world_data(const World& world);

// Refuses what the validator calls an error in these files; warnings are left to the validator. Changes nothing on
// disk; many processes may load one bundle at once.
Result<World> load_world(const std::filesystem::path& folder);

// max_gaussians: the format allows 5,000,000; more only on request.
Result<GaussianCloud> load_gaussians(const World& world, uint64_t max_gaussians = 5'000'000);

// A file to take over as it is (mesh, previews, reports): where it lies and where it goes in the bundle.
struct ExtraFile {
  std::string path;
  std::filesystem::path source;
};

struct SaveOptions {
  bool replace = false;             // an existing bundle, which stays until the new one is complete
  bool discard_edits = false;       // replace it also where files were added or changed since it was written
  bool validate = true;             // nothing appears at the target unless the bundle is valid
  std::vector<ExtraFile> extras{};  // listed in world.index by the caller
};

// What our commands added to the old bundle or changed in it (edits.json) is carried over unless discard_edits is set.
// Writes the files under the names of world.index; tf_static and the rates of the timebase are derived from the
// calibration, the format's fields of metadata and render_config from what is saved (scene id, sensors, SH degree).
Result<void> save_world(const World& world, CloudView gaussians, const std::filesystem::path& target,
                        const SaveOptions& options = {});

}  // namespace gs
