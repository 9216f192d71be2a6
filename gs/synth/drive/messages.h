// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Converts sensor readings to ROS messages.
#pragma once

#include <span>

#include "gs/assets/image/image.h"
#include "gs/core/time.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"
#include "gs/synth/drive/rig.h"

namespace gs {

// Header, transform, camera_info and rgb8 image. CameraInfo uses the ROS names of the camera models.
std_msgs::Header make_header(Timestamp stamp, const std::string& frame_id);
geometry_msgs::TransformStamped make_transform(Timestamp stamp, const std::string& parent, const std::string& child,
                                               const Rigid3d& parent_from_child);
sensor_msgs::CameraInfo make_camera_info(Timestamp stamp, const CameraMount& mount);
sensor_msgs::Image make_image(Timestamp stamp, const std::string& frame_id, Image&& rgb);
// Point cloud with 24 bytes per point: x, y, z, intensity as float32 at 0, 4, 8, 12; ring as uint16 at 16; time as
// float32 at 20.
sensor_msgs::PointCloud2 make_cloud(Timestamp stamp, const std::string& frame_id, std::span<const LidarPoint> points);
// Odometry (twist in base_link), IMU and GNSS messages, with the covariances of the noise; and /tf_static of the rig.
nav_msgs::Odometry make_odometry(Timestamp stamp, const Rigid3d& odom_from_base, const Motion& motion);
sensor_msgs::Imu make_imu(Timestamp stamp, const ImuReading& reading, const MotionOptions& options);
sensor_msgs::NavSatFix make_fix(Timestamp stamp, const GnssFix& fix, const MotionOptions& options);
tf2_msgs::TFMessage make_static_transforms(Timestamp stamp, const Rig& rig);

}  // namespace gs
