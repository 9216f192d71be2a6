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

namespace gs::synth {

// Header, transform, camera_info and rgb8 image. CameraInfo uses the ROS names of the camera models.
rosmsg::std_msgs::Header make_header(Timestamp stamp, const std::string& frame_id);
rosmsg::geometry_msgs::TransformStamped make_transform(Timestamp stamp, const std::string& parent,
                                                       const std::string& child, const Rigid3d& parent_from_child);
rosmsg::sensor_msgs::CameraInfo make_camera_info(Timestamp stamp, const CameraMount& mount);
rosmsg::sensor_msgs::Image make_image(Timestamp stamp, const std::string& frame_id, assets::Image&& rgb);
// Point cloud with 24 bytes per point: x, y, z, intensity as float32 at 0, 4, 8, 12; ring as uint16 at 16; time as
// float32 at 20.
rosmsg::sensor_msgs::PointCloud2 make_cloud(Timestamp stamp, const std::string& frame_id,
                                            std::span<const LidarPoint> points);
// Odometry (twist in base_link), IMU and GNSS messages, with the covariances of the noise; and /tf_static of the rig. A
// GNSS message without a fix has the status STATUS_NO_FIX, NaN as position and an unknown covariance.
rosmsg::nav_msgs::Odometry make_odometry(Timestamp stamp, const Rigid3d& odom_from_base, const Motion& motion);
rosmsg::sensor_msgs::Imu make_imu(Timestamp stamp, const ImuReading& reading, const MotionOptions& options);
rosmsg::sensor_msgs::NavSatFix make_fix(Timestamp stamp, const GnssFix& fix, const MotionOptions& options);
rosmsg::tf2_msgs::TFMessage make_static_transforms(Timestamp stamp, const Rig& rig);

}  // namespace gs::synth
