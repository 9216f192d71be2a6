// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Corrections of the LiDARs that the calibration found: 01_calibration/lidar_corrections.json. The file exists only if
// something is corrected; it is applied to every sweep that is read.
//
// clang-format off
//   {"version": "1.0.0", "lidars": {"top": {"elevation_rad": -0.0035, "rotation": [0.0, 0.0, 0.0]}}}
// clang-format on
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "gs/builder/workspace.h"
#include "gs/mapping/lidar_bias/elevation.h"

namespace gs::builder {

// Name of the file in 01_calibration.
inline constexpr std::string_view kLidarCorrections = "lidar_corrections.json";

// Corrections by LiDAR id.
using LidarCorrections = std::map<std::string, mapping::LidarCorrection>;

// Write and read the file; a file that does not exist corrects nothing. Errors: those of the JSON reader.
std::string write_lidar_corrections(const LidarCorrections& corrections);
Result<LidarCorrections> read_lidar_corrections(const fs::path& path);

}  // namespace gs::builder
