// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where the poses of a drive come from: the log, or LiDAR odometry. 00_mcap_ingest/pose_source.json, which is also
// statistics.pose_source of build_report.json, and 00_mcap_ingest/gravity.json.
//
// clang-format off
//   {"source": "lidar", "topic": "/lidar/points", "reason": "the log has no odometry ...", "lidar_odometry": {...}}
//   {"gravity": [[seconds, x, y, z], ...]}   measured vertical in base_link, unit vectors
// clang-format on
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/builder/workspace.h"
#include "gs/core/json/node.h"
#include "gs/mapping/lidar_bias/lidar_bias.h"
#include "gs/mapping/odometry/gravity.h"

namespace gs::builder {

// Names of the files in 00_mcap_ingest.
inline constexpr std::string_view kPoseSourceFile = "pose_source.json", kGravityFile = "gravity.json";
// Value of PoseSourceReport::source for LiDAR odometry.
inline constexpr std::string_view kLidarSource = "lidar";

// What LiDAR odometry did.
struct LidarOdometryReport {
  std::string imu_topic;                                    // empty: none
  std::size_t sweeps = 0, refused = 0, lost = 0, weak = 0;  // poses; sweeps left out; predicted wholly, partly
  double length_m = 0;
  std::optional<mapping::LidarBias> bias{};  // elevation of the beams
};

// Where poses come from, and why.
struct PoseSourceReport {
  std::string source = "none";  // "odometry", "pose", "pose_with_covariance", "tf" or "lidar"
  std::string topic{};          // empty for transforms
  std::string reason{};         // one clause: why this source
  std::optional<LidarOdometryReport> lidar{};
};
Node to_node(const PoseSourceReport& report);
// Sentences for the screen, one per line.
std::vector<std::string> to_lines(const PoseSourceReport& report);

// True if the poses of a workspace come from LiDAR odometry.
bool poses_are_from_lidar(const Workspace& workspace);

// Write gravity.json; read it. A file that does not exist holds no samples. Errors: those of the JSON reader;
// invalid_data for an entry that is not a list of four numbers.
std::string write_gravity(const std::vector<mapping::GravitySample>& gravity);
Result<std::vector<mapping::GravitySample>> read_gravity(const fs::path& path);

}  // namespace gs::builder
