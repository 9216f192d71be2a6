// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes a short drive between two walls as a log, with one property changed per test. Test code only.
#pragma once

#include <optional>
#include <string_view>

#include "gs/assets/image/image.h"
#include "gs/core/file.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/geometry/vec.h"

namespace gs::builder::testing {

using gs::TemporaryFolder;

// Message of the LiDAR: PointCloud2 on /lidar/top/points, CustomMsg on /livox/lidar, VelodyneScan of a VLP-16 on
// /velodyne_packets, or empty packets of Ouster without metadata on /ouster/lidar_packets. Livox messages hold half a
// sweep each, as those of drivers that publish at 20 Hz.
enum class LidarRecording { point_cloud, livox, velodyne, ouster };

// The ground is z = 0 of map, the walls are 10 m to the left and right and 6 m high. The vehicle starts at the origin
// and drives along x. LiDAR: 32 rings from -24 to 7 deg, 720 columns, 10 Hz, 1 m ahead of base_link and 1.8 m above the
// ground. Camera: 64 x 48, 12 Hz, 1.5 m ahead of base_link and 1.5 m above the ground.
struct DriveRecipe {
  double duration_s = 3;
  double base_link_height_m = 0;  // above the ground
  bool lidar = true, camera = true;
  bool camera_info = true, tf_static = true, odometry = true;
  bool tf = false;          // odom -> base_link on /tf
  bool raw_images = false;  // rgb8 instead of JPEG
  bool mono12 = false;      // with raw_images: mono16 with the red sample in the low 12 bits
  bool bayer_jpeg = false;  // the red sample as a gray JPEG of a mosaic bayer_rggb8
  std::string_view video;   // FFmpeg's name of an encoder: FFMPEGPacket instead of images; the number of a frame shows
  int video_b_frames = 0;
  int video_lost = -1;    // index of a packet that was not recorded
  int video_broken = -1;  // index of a packet with other bytes
  int video_from = 0;     // index of the first packet that was recorded
  bool stored = false;    // uncompressed MCAP chunks instead of zstd
  bool textured = false;  // images with noise, as hard to encode as real ones
  bool bad_second_camera = false;
  bool ros1_bag = false;
  double speed_mps = 5;
  int lidar_columns = 720, lidar_rings = 32;
  int cameras = 1;  // front, then left and right, with the same images
  int width = 64, height = 48;
  double camera_gap_s = 0;         // duration without images in the middle of the drive
  double odometry_drift_mps = 0;   // poses drift to the left, the vehicle does not
  double place_jump_m = 0;         // added to x of all poses in the second half
  int wrong_poses = 0;             // every n-th pose lies 5 km aside; 0: none
  bool lidar_times = true;         // false: points have no times
  bool lidar_compensated = false;  // points as seen from the pose of the stamp
  double clock_jump_s = 0;         // added to all stamps in the second half
  double sensors_until_s = 1e9;    // no frame after this time, while poses continue
  double point_clock_s = 0;        // added to point times, as if counted from another origin
  double lidar_delay_s = 0;        // delay between stamp and recording of sweeps
  // Clocks: added to the header stamps of a kind of message; the recording times stay.
  double lidar_clock_s = 0, camera_clock_s = 0, poses_clock_s = 0;
  double lidar_jitter_s = 0;        // every second sweep is stamped this much later
  double lidar_moved_s = 0;         // added to stamps and recording times of sweeps
  bool lidar_stamps = true;         // false: header.stamp of sweeps is 0
  double intensity = 50;            // intensity of all points
  int cut_images = 0;               // every n-th JPEG is truncated; 0: none
  bool info_of_front_only = false;  // no camera_info for the other cameras
  // camera_info of an omni (mei) camera: xi 1, k1 0.01, p1 and p2 as given; gamma 40 and 41, cx 31.5, cy 23.5.
  bool omni = false;
  double omni_p1 = 0.02, omni_p2 = -0.015;
  bool lone_map_frame = false;  // a frame "map" that is not connected with the vehicle
  Vec3d origin_in_map{};        // start of the drive in the map of the log
  LidarRecording recording = LidarRecording::point_cloud;
  // A localisation in map at 25 Hz (without drift), a filtered cloud without rings and times, a rectified image.
  bool more_topics = false;
  // A LiDAR 1.5 m behind the first and 0.7 m below it on /lidar/rear/points, stamped like the first, in its frame.
  bool second_lidar = false;
  bool clicked_pose = false;      // one PoseStamped on /goal_pose
  bool rectified_images = false;  // image_rect_color instead of image_raw: fx 35, cx 30, turned by 0.1 rad
  std::string_view unknown_type;  // type of an empty message on /unknown; empty: no such topic
  double oncoming_mps = 0;        // speed of an oncoming car; 0: no car
  bool walls = true;              // false: a flat field
  bool pillars = false;           // boxes along the walls, which show a LiDAR the motion along the road
  bool gnss = false;              // NavSatFix of base_link on /gnss, 10 Hz, with a covariance of 0.3 m
  double gnss_jump_m = 0;         // error to the north in the third quarter of the drive
  double lidar_view_rad = 7;      // field of view of the LiDAR around its x axis; all of it
  Vec3d stated_lidar_rpy_deg{};   // rotation of the LiDAR in /tf_static; the true one is 0
};

// The oncoming car as an axis-aligned box.
struct Box {
  Vec3d low, high;  // in map

  // Distance along a ray to the box, in multiples of `direction`; empty if missed.
  std::optional<double> hit(Vec3d origin, Vec3d direction) const;
};
// Box of the oncoming car at t_s [s] after the start of the drive.
Box oncoming_car(const DriveRecipe& recipe, double t_s);

// True if FFmpeg has the encoder of recipe.video.
bool can_write(const DriveRecipe& recipe);
// Picture of a frame of recipe.video.
assets::Image video_picture(const DriveRecipe& recipe, int number);

// Writes the drive as an MCAP file or ROS 1 bag.
Result<void> write_drive(const fs::path& path, const DriveRecipe& recipe = {});

}  // namespace gs::builder::testing
