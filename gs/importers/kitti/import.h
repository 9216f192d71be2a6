// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Converts a KITTI raw drive to a ROS 2 log.
//
//   /camera/left/image_raw/compressed   sensor_msgs/CompressedImage  the PNG files as they are (or image_raw, decoded)
//   /camera/left/camera_info            sensor_msgs/CameraInfo       rectified pinhole; P without baseline
//   /camera/right/...                                                frames camera_left, camera_right
//   /lidar/top/points                   sensor_msgs/PointCloud2      x y z intensity, frame lidar_top
//   /odom                               nav_msgs/Odometry            odom -> base_link
//   /tf, /tf_static                     tf2_msgs/TFMessage           odom -> base_link; map -> odom (identity), sensors
//   /imu/data, /gps/fix                 sensor_msgs/Imu, NavSatFix   frame imu
//
// map is east-north-up with its origin at base_link of the first OXTS packet. Sweeps are not corrected for motion.
#pragma once

#include <filesystem>

#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/importers/common/import_options.h"
#include "gs/logio/api/log.h"

namespace gs::importers::kitti {

// Writes all messages in time order; does not close the log. Errors: those of find_drive() and read_calibration();
// corrupt, invalid_data, interrupted; those of writing.
Result<ImportReport> import_drive(const std::filesystem::path& folder, const ImportOptions& options,
                                  logio::LogWriter& log, Progress& progress, Problems& problems);

}  // namespace gs::importers::kitti
