// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// world.yaml: the entry point of a bundle. It lists every file; files that it does not list are ignored.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/world/version.h"

namespace gs::world {

// The whole file. Paths are relative to the bundle.
struct WorldYaml {
  std::string version{kBundleVersion};
  std::string scene_id;
  std::string metadata = "metadata.json";
  std::string background = "gaussians/background.splat.ply";
  std::string render_config = "gaussians/render_config.json";
  std::optional<std::string> sky{};  // equirectangular PNG
  std::optional<std::string> lod{};  // level-of-detail tree of the Gaussians, RAD
  std::string heightmap = "geometry/heightmap.bin";
  std::string heightmap_meta = "geometry/heightmap.yaml";
  std::string drivable = "geometry/drivable.geojson";
  std::optional<std::string> static_mesh{};
  std::string calibration = "sensors/calibration.yaml";
  std::string tf_static = "sensors/tf_static.json";
  std::string timebase = "sim/timebase.yaml";
  std::optional<std::string> trajectory{};
  std::optional<std::string> actor_trajectories{};  // actors.trajectories; needs the assets
  std::optional<std::string> actor_assets{};        // actors.assets
  std::optional<std::string> overview{};            // preview.overview
  std::optional<std::string> trajectory_image{};    // preview.trajectory
  std::vector<std::string> preview_cameras{};       // preview.cameras
  std::optional<std::string> report_page{};         // preview.report, an HTML page
  std::optional<std::string> quality{};
  std::optional<std::string> report{};
};

// Parse and write world.yaml. Parsing adds every problem it finds to `problems`.
WorldYaml parse_world_yaml(std::string_view yaml, std::string_view file, Problems& problems);
std::string write_world_yaml(const WorldYaml& world);

}  // namespace gs::world
