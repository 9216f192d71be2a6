// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parsers of the kinds of calibration files. Private to calibration_file.h.
#pragma once

#include "gs/builder/calibration/calibration_file.h"

namespace gs::builder {

inline constexpr double kLargestSide_px = 65536;

// Our calibration.yaml, and camera_info in YAML. `text` is a YAML document.
Result<GivenCalibration> parse_own_calibration(std::string_view text, const std::string& name);
Result<GivenCalibration> parse_ros_camera(std::string_view text, const std::string& name);
// Lines "KEY: numbers" of KITTI: P0..P3 and Tr (odometry), P_rect_00.. and S_rect_00.. (raw), R and T (velo_to_cam).
// The text may be several files one after the other.
bool looks_like_kitti(std::string_view text);
Result<GivenCalibration> parse_kitti_calibration(std::string_view text, const std::string& name);
// Fixed joints of a URDF.
Result<GivenCalibration> parse_urdf(std::string_view text, const std::string& name);

// The error of all parsers: "FILE line N: MESSAGE" with a hint.
Error calibration_error(const std::string& name, int line, const std::string& message, const std::string& hint);

}  // namespace gs::builder
