// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Calibration of the KITTI-360 car (Liao et al. 2022). A file "a_to_b" holds [R | t] that maps points of a to b. "pose"
// is the GPS/IMU unit: x forward, y right, z down.
//
// clang-format off
//   calib_cam_to_pose.txt        image_00 to image_03: 12 numbers each
//   calib_cam_to_velo.txt        12 numbers: from camera 0, which is not rectified, to the LiDAR
//   perspective.txt              P_rect_00, R_rect_00, S_rect_00 and the same of camera 1
//   image_02.yaml, image_03.yaml fisheyes: unified model (Mei and Rives 2007)
// clang-format on
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string_view>

#include "gs/core/result.h"
#include "gs/geometry/rigid.h"
#include "gs/importers/common/drive_writer.h"

namespace gs::importers::kitti_360 {

// Sensor poses in base_link.
struct Calibration {
  std::map<int, Camera> cameras;  // by the number of image_00 to image_03: left, right, fisheye_left, fisheye_right
  Rigid3d base_from_lidar;
  Rigid3d base_from_pose;
};

// Content of the files; an empty text of a fisheye: there is no such file.
struct CalibrationTexts {
  std::string_view cam_to_pose, cam_to_velo, perspective;
  std::array<std::string_view, 2> fisheyes;
};
// Computes the calibration. base_link has the axes of "pose", with y to the left and z up. Its origin follows from the
// published sensor set-up: the LiDAR is on the centre line, 0.76 m in front of the rear axle and 1.73 m above the
// ground. The tangential distortion of the fisheyes is left out, as the tools of the set do. Errors: invalid_data.
Result<Calibration> parse_calibration(const CalibrationTexts& texts);

// Reads the files in `folder` and computes the calibration. Errors: invalid_data; those of reading the files.
Result<Calibration> read_calibration(const std::filesystem::path& folder);

}  // namespace gs::importers::kitti_360
