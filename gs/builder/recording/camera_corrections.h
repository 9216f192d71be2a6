// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Clock errors of the cameras that the calibration found: 01_calibration/camera_corrections.json. The file exists only
// if one is corrected; it is applied to the stamp of every image that is read. Corrected poses of cameras stand in
// calibration.yaml.
//
// clang-format off
//   {"version": "1.0.0", "cameras": {"front": {"time_s": -0.03}}}
// clang-format on
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "gs/core/file.h"

namespace gs::builder {

// Name of the file in 01_calibration.
inline constexpr std::string_view kCameraCorrections = "camera_corrections.json";

// Seconds that are added to the stamps of the images, by camera id.
using CameraTimes = std::map<std::string, double>;

// Write and read the file; a file that does not exist corrects nothing. Errors: those of the JSON reader; invalid_data
// for a camera without time_s, or with more than a second.
std::string write_camera_corrections(const CameraTimes& times);
Result<CameraTimes> read_camera_corrections(const fs::path& path);

}  // namespace gs::builder
