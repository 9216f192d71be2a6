// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Calibration of the KITTI car: poses of its sensors and intrinsics of its rectified cameras.
#pragma once

#include <filesystem>
#include <string_view>

#include "gs/core/result.h"
#include "gs/geometry/rigid.h"

namespace gs::importers::kitti {

// Rectified camera: a pinhole model without distortion. Camera axes: x right, y down, z forward. Focal lengths and
// principal point in pixels.
struct RectifiedCamera {
  int width = 0, height = 0;
  double fx = 0, fy = 0, cx = 0, cy = 0;
  Rigid3d base_from_camera;
};

// Sensor poses in base_link (rear axle, on the ground; axes of the IMU: forward, left, up).
struct Calibration {
  RectifiedCamera left, right;  // cameras 2 and 3
  Rigid3d base_from_lidar;
  Rigid3d base_from_imu;
};

// Content of calib_imu_to_velo.txt, calib_velo_to_cam.txt and calib_cam_to_cam.txt.
struct CalibrationTexts {
  std::string_view imu_to_velo, velo_to_cam, cam_to_cam;
};
// Computes the calibration. The files give the transforms from IMU to LiDAR to camera; base_link follows from the
// published sensor set-up: the LiDAR is on the centre line, 0.76 m in front of the rear axle and 1.73 m above the
// ground. Errors: invalid_data.
Result<Calibration> parse_calibration(const CalibrationTexts& texts);

// Reads the three files in `folder` and computes the calibration. Errors: invalid_data; those of reading the files.
Result<Calibration> read_calibration(const std::filesystem::path& folder);

}  // namespace gs::importers::kitti
