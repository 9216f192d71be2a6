// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Calibration of the KITTI car: poses of its sensors and intrinsics of its colour cameras.
#pragma once

#include <filesystem>
#include <string_view>

#include "gs/core/result.h"
#include "gs/geometry/rigid.h"
#include "gs/importers/common/drive_writer.h"

namespace gs::importers::kitti {

// Sensor poses in base_link (rear axle, on the ground; axes of the IMU: forward, left, up).
struct Calibration {
  Camera left, right;  // cameras 2 and 3
  Rigid3d base_from_lidar;
  Rigid3d base_from_imu;
};

// Content of calib_imu_to_velo.txt, calib_velo_to_cam.txt and calib_cam_to_cam.txt.
struct CalibrationTexts {
  std::string_view imu_to_velo, velo_to_cam, cam_to_cam;
};
// Which images a drive has: "sync" drives have rectified ones without distortion, "extract" drives those of the sensor.
enum class ImageForm { rectified, recorded };
// Computes the calibration. The files give the transforms from IMU to LiDAR to camera; base_link follows from the
// published sensor set-up: the LiDAR is on the centre line, 0.76 m in front of the rear axle and 1.73 m above the
// ground. Errors: invalid_data.
Result<Calibration> parse_calibration(const CalibrationTexts& texts, ImageForm images = ImageForm::rectified);

// Reads the three files in `folder` and computes the calibration. Errors: invalid_data; those of reading the files.
Result<Calibration> read_calibration(const std::filesystem::path& folder, ImageForm images = ImageForm::rectified);

}  // namespace gs::importers::kitti
