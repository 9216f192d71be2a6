// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where the sensors of the KITTI car sit, and what its rectified cameras see.
#pragma once

#include <filesystem>
#include <string_view>

#include "gs/core/result.h"
#include "gs/geometry/rigid.h"

namespace gs::gs_log::kitti {

// A rectified camera: a pinhole without distortion. Axes: x right, y down, z forward.
struct RectifiedCamera {
  int width = 0, height = 0;
  double fx = 0, fy = 0, cx = 0, cy = 0;
  Rigid3d base_from_camera;
};

struct Calibration {
  RectifiedCamera left, right;  // cameras 2 and 3
  Rigid3d base_from_lidar;
  Rigid3d base_from_imu;
};

// The files give IMU to LiDAR to camera. base_link (rear axle, on the ground) follows from the dimensions in the sensor
// set-up published with the data: the LiDAR is on the centre line, 0.76 m in front of the rear axle and 1.73 m above
// the ground. Its axes are those of the IMU.
// The same from the texts of calib_imu_to_velo.txt, calib_velo_to_cam.txt and calib_cam_to_cam.txt.
struct CalibrationTexts {
  std::string_view imu_to_velo, velo_to_cam, cam_to_cam;
};
Result<Calibration> parse_calibration(const CalibrationTexts& texts);

Result<Calibration> read_calibration(const std::filesystem::path& folder);

}  // namespace gs::gs_log::kitti
