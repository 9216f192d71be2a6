// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads a bundle file by file and reports every problem; shared by the loader and the validator.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/problems.h"
#include "gs/geometry/trajectory.h"
#include "gs/world/actors/actors.h"
#include "gs/world/files/calibration.h"
#include "gs/world/files/metadata.h"
#include "gs/world/files/render_config.h"
#include "gs/world/files/tf_static.h"
#include "gs/world/files/timebase.h"
#include "gs/world/files/world_yaml.h"
#include "gs/world/interface_types.h"

namespace gs::world {

// Entry point of a bundle.
inline constexpr std::string_view kWorldYaml = "world.yaml";

// The parts of a bundle. A part is set if its file was read without an error.
struct BundleParts {
  std::filesystem::path folder;
  std::vector<std::string> files;  // all files read, relative, in the order of world.yaml
  std::optional<WorldYaml> index;
  std::optional<Metadata> metadata;
  std::optional<RenderConfig> render_config;
  std::optional<HeightmapData> heightmap;
  std::optional<DrivableArea> drivable;
  std::optional<Calibration> calibration;
  std::optional<TfStatic> tf_static;
  std::optional<Timebase> timebase;
  std::optional<std::vector<StampedPose>> trajectory;
  std::optional<ActorAssets> actor_assets;
  std::optional<ActorTrajectories> actor_trajectories;
};

// Reads everything but the Gaussians, the mesh, the files of actors' assets, the sky, previews and reports.
// keep_samples: fill heightmap.data; otherwise the samples are only checked.
BundleParts read_bundle_parts(const std::filesystem::path& folder, bool keep_samples, Problems& problems);

// Path of a file on disk; empty if it is missing or a link leads outside of the bundle, which is reported with this
// severity.
std::optional<std::filesystem::path> find_in_bundle(const std::filesystem::path& folder, const std::string& relative,
                                                    Severity severity, Problems& problems);

// Checks agreement between files: calibration and tf_static, rates, sensors, scene ids, actors. Missing parts are
// skipped, so that one broken file does not cause many follow-up errors.
void check_consistency(const BundleParts& parts, Problems& problems);

}  // namespace gs::world
