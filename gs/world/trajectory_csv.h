// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// sim/trajectory.csv (and poses.csv of the builder): timestamp,x,y,z,qx,qy,qz,qw of base_link in map.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/result.h"
#include "gs/geometry/trajectory.h"

namespace gs {

inline constexpr std::string_view kTrajectoryHeader = "timestamp,x,y,z,qx,qy,qz,qw";
inline constexpr std::size_t kMinTrajectoryPoses = 10;

// Lines end with LF (CRLF is read). Stamps ascend; at least 10 poses; steps outside 0.001 s to 1 s are a warning.
std::vector<StampedPose> parse_trajectory_csv(std::string_view csv, std::string_view file, Problems& problems);
Result<Trajectory> load_trajectory_csv(const std::filesystem::path& path);
// Stamps as exact decimal seconds.
std::string write_trajectory_csv(const std::vector<StampedPose>& poses);

}  // namespace gs
