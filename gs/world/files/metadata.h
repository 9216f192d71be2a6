// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// metadata.json: source, coordinate frames and extent of a world.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/geometry/vec.h"
#include "gs/world/version.h"

namespace gs::world {

// Kind of the source log.
enum class SourceType { mcap, rosbag2, rosbag1, synthetic };

// The log from which the world was built.
struct SourceInfo {
  SourceType type = SourceType::mcap;
  std::optional<std::string> file{};
  std::optional<std::string> md5{};  // 32 hexadecimal digits
  std::optional<double> duration_sec{};
  std::optional<int64_t> size_bytes{};
};

// Geographic position of the origin of map (WGS 84).
struct GeoOrigin {
  double lat_deg = 0, lon_deg = 0, alt_m = 0;
};

// Frames of the world and their relation to the log.
struct CoordinateSystem {
  std::string map_frame = "map";
  std::string odom_frame = "odom";
  std::string base_link_frame = "base_link";
  std::string convention = "ROS2 REP-103 (FLU)";
  std::optional<GeoOrigin> origin{};  // origin_lat, origin_lon, origin_alt: all three or none
  // Translation by which the builder moved base_link to the ground [m, in the log's base_link].
  std::optional<Vec3d> base_link_shift{};
  // Origin of this map in the map of the log [m]: position in the log = position in the world + map_shift. Empty: no
  // shift.
  std::optional<Vec3d> map_shift{};
};

// Bounding box of the world.
struct SpatialExtent {
  Vec3d min{}, max{};  // [m] in map
};

// How the world was built.
struct ProcessingInfo {
  std::optional<std::string> drivesim_commit{};  // "native-<builder version>" for the native trainer
  std::optional<int64_t> gs_training_iterations{};
  std::optional<std::string> gs_training_config{};
};

// The whole file.
struct Metadata {
  std::string version{kFileVersion};
  std::string scene_id;
  std::string created_at;  // ISO 8601, UTC: "2026-02-14T10:30:00Z"
  std::string builder_version;
  SourceInfo source;
  CoordinateSystem coordinate_system;
  SpatialExtent spatial_extent;
  std::vector<std::string> cameras, lidars;  // sensor ids, as in calibration.yaml
  std::optional<ProcessingInfo> processing_info{};
};

// Parse and write metadata.json. Parsing adds every problem it finds to `problems`.
Metadata parse_metadata(std::string_view json, std::string_view file, Problems& problems);
std::string write_metadata(const Metadata& metadata);

}  // namespace gs::world
