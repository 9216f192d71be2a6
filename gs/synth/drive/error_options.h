// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Errors that a recorded drive can contain. The log holds the erroneous values; log_truth.h writes the true ones.
#pragma once

#include <vector>

#include "gs/core/options/options.h"

namespace gs::synth {

// All default to no error. Angles in degrees, because people type them.
struct ErrorOptions {
  // The log states an elevation of every beam that is this much above the true one.
  double lidar_elevation_deg = 0;
  // Errors of /tf_static: roll, pitch, yaw about the axes of base_link through the sensor's origin, and x, y, z of the
  // origin in base_link; stated = error applied to true. The camera errors hold for every camera.
  std::vector<double> lidar_rotation_deg = {0, 0, 0}, lidar_translation_m = {0, 0, 0};
  std::vector<double> camera_rotation_deg = {0, 0, 0}, camera_translation_m = {0, 0, 0};
  // Errors of header stamps: stated = true time + error. The time of recording stays true.
  double lidar_time_s = 0, camera_time_s = 0, imu_time_s = 0, gnss_time_s = 0;
  // Sensors that stop: no messages are recorded from this time on; 0: they never stop.
  double lidar_stops_s = 0, cameras_stop_s = 0;
  // Errors of /odom and /tf, which grow with the distance travelled: stretch of the path, turn to the left, rise.
  double odometry_scale_percent = 0, odometry_yaw_deg_per_100m = 0, odometry_height_percent = 0;
  // Recorded poses without height, roll and pitch.
  bool planar_poses = false;
  // GNSS. Outages: pairs of begin and end. Jump: a constant horizontal error within gnss_jump_s. Multi-path: an error
  // that varies over 20 to 70 s and that the covariance does not contain; standard deviation of each axis.
  std::vector<double> gnss_outages_s;
  double gnss_jump_m = 0;
  std::vector<double> gnss_jump_s = {5, 10};
  double gnss_multipath_m = 0;
};

void describe(auto& visit, ErrorOptions& o) {
  const Range turn{-180, 180}, shift{-5, 5}, late{-2, 2}, time{0, 3600};
  visit("lidar_elevation_deg", o.lidar_elevation_deg, "stated minus true elevation of the LiDAR's beams [deg]",
        Range{-5, 5});
  visit("lidar_rotation_deg", o.lidar_rotation_deg, "error of the LiDAR in /tf_static: roll, pitch, yaw [deg]", turn);
  visit("lidar_translation_m", o.lidar_translation_m, "error of the LiDAR in /tf_static: x, y, z [m]", shift);
  visit("camera_rotation_deg", o.camera_rotation_deg, "error of the cameras in /tf_static: roll, pitch, yaw [deg]",
        turn);
  visit("camera_translation_m", o.camera_translation_m, "error of the cameras in /tf_static: x, y, z [m]", shift);
  visit("lidar_time_s", o.lidar_time_s, "stamp minus true time of sweeps [s]", late);
  visit("camera_time_s", o.camera_time_s, "stamp minus true time of images [s]", late);
  visit("imu_time_s", o.imu_time_s, "stamp minus true time of IMU readings [s]", late);
  visit("gnss_time_s", o.gnss_time_s, "stamp minus true time of GNSS fixes [s]", late);
  visit("lidar_stops_s", o.lidar_stops_s, "time at which the LiDAR stops [s]; 0: never", time);
  visit("cameras_stop_s", o.cameras_stop_s, "time at which all cameras stop [s]; 0: never", time);
  visit("odometry_scale_percent", o.odometry_scale_percent, "stretch of the path of odometry [%]", Range{-20, 20});
  visit("odometry_yaw_deg_per_100m", o.odometry_yaw_deg_per_100m, "turn of odometry to the left [deg/100 m]",
        Range{-90, 90});
  visit("odometry_height_percent", o.odometry_height_percent, "rise of odometry, share of the distance [%]",
        Range{-20, 20});
  visit("planar_poses", o.planar_poses, "record poses without height, roll and pitch");
  visit("gnss_outages_s", o.gnss_outages_s, "times without a fix: begin, end, begin, end, ... [s]", time);
  visit("gnss_jump_m", o.gnss_jump_m, "horizontal error of GNSS during gnss_jump_s [m]", Range{0, 1000});
  visit("gnss_jump_s", o.gnss_jump_s, "begin and end of the GNSS jump [s]", time);
  visit("gnss_multipath_m", o.gnss_multipath_m, "slowly varying error of GNSS, per axis [m]", Range{0, 100});
}

// Checks the lists. Errors: invalid_option for rotations and translations without three numbers, and for intervals that
// are not pairs of increasing times.
Result<void> check_errors(const ErrorOptions& errors);

}  // namespace gs::synth
