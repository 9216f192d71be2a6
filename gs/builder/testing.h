// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A short drive between two walls, written as a log, each time with one thing changed. Test code only.
#pragma once

#include <optional>
#include <string>

#include "gs/core/file.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/geometry/vec.h"

namespace gs::builder_testing {

using gs::TemporaryFolder;

// The ground is z = 0 of map, the walls are 10 m to the left and right and 6 m high. The car starts at the origin and
// drives along x. LiDAR: 32 rings from -24 to 7 deg, evenly, 720 columns, 10 Hz, 1 m ahead of base_link
// and 1.8 m above the ground. Camera: 64 x 48, 12 Hz, 1.5 m ahead, 1.5 m above the ground.
struct DriveRecipe {
  double duration_s = 3;
  double base_link_height_m = 0;  // above the ground
  bool lidar = true, camera = true;
  bool camera_info = true, tf_static = true, odometry = true;
  bool tf = false;          // odom -> base_link on /tf
  bool raw_images = false;  // rgb8 instead of JPEG
  bool stored = false;      // MCAP chunks as they are instead of zstd
  bool textured = false;    // pictures with grain, as hard to encode as photographs
  bool bad_second_camera = false;
  bool ros1_bag = false;
  double speed_mps = 5;
  int lidar_columns = 720, lidar_rings = 32;
  int cameras = 1;  // front, then left and right: the same pictures
  int width = 64, height = 48;
  double camera_gap_s = 0;          // no pictures for so long, in the middle of the drive
  double odometry_drift_mps = 0;    // poses move to the left, the car does not
  double clock_jump_s = 0;          // stamps of all sensors move by this half way
  double sensors_until_s = 1e9;     // no frame later than this, while poses go on
  double point_clock_s = 0;         // added to the times of points: they count from something else
  double lidar_delay_s = 0;         // sweeps are received so much later than they are stamped
  bool lidar_stamps = true;         // false: header.stamp of sweeps is 0
  double intensity = 50;            // of all points
  int cut_images = 0;               // every so many-th image ends in its middle; 0: none
  bool info_of_front_only = false;  // no camera_info for the other cameras
  bool lone_map_frame = false;      // a frame map that is not joined to the car
  Vec3d origin_in_map{};            // where the drive begins in the map of the log
  double oncoming_mps = 0;          // how fast another car comes towards us; 0: there is none
};

// The other car, a box.
struct Box {
  Vec3d low, high;  // in map

  // How far along a ray it is, in lengths of direction.
  std::optional<double> hit(Vec3d origin, Vec3d direction) const;
};
Box oncoming_car(const DriveRecipe& recipe, double t_s);

Result<void> write_drive(const fs::path& path, const DriveRecipe& recipe = {});

}  // namespace gs::builder_testing
