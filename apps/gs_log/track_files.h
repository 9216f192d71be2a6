// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Files of poses in the formats that evaluation tools read.
#pragma once

#include <filesystem>
#include <string>

#include "gs/geometry/trajectory.h"

namespace gs::gs_log {

// TUM RGB-D format, one pose a line: "timestamp tx ty tz qx qy qz qw", with the stamp in seconds.
std::string to_tum(const Trajectory& track);
// KITTI odometry format, one pose a line: the 3x4 matrix map_from_body row by row. It has no stamps.
std::string to_kitti(const Trajectory& track);
// Log with nav_msgs/Odometry on /odom: poses in frame odom, velocities in body_frame from the neighbouring poses.
// Errors: those of create_log() and of writing.
Result<void> write_odometry_log(const std::filesystem::path& path, const Trajectory& track,
                                const std::string& body_frame, bool replace);

}  // namespace gs::gs_log
