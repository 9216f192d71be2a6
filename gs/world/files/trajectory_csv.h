// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// sim/trajectory.csv (and poses.csv of the builder): timestamp,x,y,z,qx,qy,qz,qw of base_link in map.
// Example:
// clang-format off
//   timestamp,x,y,z,qx,qy,qz,qw
//   0.500000000,0.5,0.0,0.0,0.0,0.0,0.0,1.0
// clang-format on
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/geometry/trajectory.h"

namespace gs::world {

// First line of the file, and the smallest number of poses.
inline constexpr std::string_view kTrajectoryHeader = "timestamp,x,y,z,qx,qy,qz,qw";
inline constexpr std::size_t kMinTrajectoryPoses = 10;

// Parses the file. Lines end with LF; CRLF is accepted. Stamps must increase; at least 10 poses are required; steps
// outside 0.001 s to 1 s are warnings. load_trajectory_csv() gives the first error.
std::vector<StampedPose> parse_trajectory_csv(std::string_view csv, std::string_view file, Problems& problems);
Result<Trajectory> load_trajectory_csv(const std::filesystem::path& path);
// Text of the file, with stamps as exact decimal seconds.
std::string write_trajectory_csv(const std::vector<StampedPose>& poses);

}  // namespace gs::world
