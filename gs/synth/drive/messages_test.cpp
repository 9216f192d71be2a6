// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sensor readings as ROS messages: every field is read back and compared with the reading.
#include "gs/synth/drive/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gs/rosmsg/geometry.h"
#include "gs/rosmsg/point_field.h"

namespace gs::synth {
namespace {

constexpr Timestamp kStamp{1'700'000'000'123'456'789};

// Reads a cloud back through the library that readers of logs use.
TEST(DriveMessages, CloudHoldsEveryPoint) {
  std::vector<LidarPoint> points;
  for (int i = 0; i < 50; ++i) {
    const auto x = static_cast<float>(i);
    points.push_back(
        {.point = {x, -0.5f * x, 2}, .intensity = 3 * x, .ring = static_cast<uint16_t>(i), .time_s = x / 500});
  }
  const auto cloud = make_cloud(kStamp, "lidar_top", points);
  EXPECT_TRUE(cloud.is_dense);
  EXPECT_EQ(cloud.header.frame_id, "lidar_top");
  const auto view = rosmsg::view_point_cloud(cloud);
  ASSERT_TRUE(view) << view.error().message;
  EXPECT_EQ(view->header.stamp.ns, kStamp.ns);
  const rosmsg::PointChannels channels = rosmsg::find_channels(*view);
  ASSERT_TRUE(channels.x && channels.y && channels.z && channels.intensity && channels.ring && channels.time);
  ASSERT_EQ(channels.x->size(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(channels.x->at(i), points[i].point.x);
    EXPECT_EQ(channels.y->at(i), points[i].point.y);
    EXPECT_EQ(channels.z->at(i), points[i].point.z);
    EXPECT_EQ(channels.intensity->at(i), points[i].intensity);
    EXPECT_EQ(channels.ring->at(i), points[i].ring);
    EXPECT_EQ(channels.time->at(i), points[i].time_s);
  }
  points[7].point.y = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(make_cloud(kStamp, "lidar_top", points).is_dense);
  EXPECT_EQ(make_cloud(kStamp, "lidar_top", {}).width, 0u);
}

// Names and orders of the coefficients as REP 104 and image_pipeline define them.
TEST(DriveMessages, CameraInfoHasTheCoefficientsOfItsModel) {
  DriveOptions options;
  options.cameras = {"front"};
  const auto info_of = [&](const std::string& lens) {
    options.lens = lens;
    return make_camera_info(kStamp, make_rig(options).value().cameras.at(0));
  };
  options.lens = "radtan";
  const CameraD radtan = make_rig(options)->cameras.at(0).camera;
  const auto plumb_bob = info_of("radtan");
  EXPECT_EQ(plumb_bob.distortion_model, "plumb_bob");
  EXPECT_THAT(plumb_bob.d, ::testing::ElementsAre(radtan.k1, radtan.k2, radtan.p1, radtan.p2, radtan.k3));
  EXPECT_EQ(plumb_bob.width, 640u);
  EXPECT_EQ(plumb_bob.height, 360u);
  EXPECT_EQ(plumb_bob.k[0], radtan.fx);
  EXPECT_EQ(plumb_bob.k[2], radtan.cx);
  EXPECT_EQ(plumb_bob.k[4], radtan.fy);
  EXPECT_EQ(plumb_bob.k[5], radtan.cy);
  EXPECT_EQ(plumb_bob.k[8], 1);
  EXPECT_EQ(plumb_bob.p[0], radtan.fx);
  EXPECT_EQ(plumb_bob.p[6], radtan.cy);
  EXPECT_EQ(info_of("rational").distortion_model, "rational_polynomial");
  EXPECT_EQ(info_of("rational").d.size(), 8u);
  EXPECT_EQ(info_of("equidistant").distortion_model, "equidistant");
  EXPECT_EQ(info_of("equidistant").d.size(), 4u);
  EXPECT_THAT(info_of("pinhole").d, ::testing::Each(0.0));
}

TEST(DriveMessages, TransformsOfTheRigAreItsPoses) {
  DriveOptions options;
  options.cameras = {"front", "left", "right", "rear"};
  const Rig rig = make_rig(options).value();
  const auto message = make_static_transforms(kStamp, rig);
  ASSERT_EQ(message.transforms.size(), 4u + 3u);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto pose = rosmsg::to_rigid(message.transforms[i].transform);
    ASSERT_TRUE(pose) << pose.error().message;
    EXPECT_EQ(message.transforms[i].header.frame_id, "base_link");
    EXPECT_EQ(message.transforms[i].child_frame_id, rig.cameras[i].frame_id);
    EXPECT_LT(norm(pose->translation - rig.cameras[i].base_from_camera.translation), 1e-12);
    // Cameras look along their z axis: forward, left, right and back.
    const Vec3d forward = pose->rotation * Vec3d{0, 0, 1};
    EXPECT_GT(i == 3 ? -forward.x : forward.x, 0.4);
    EXPECT_EQ(forward.y > 0.5, i == 1);
    EXPECT_EQ(forward.y < -0.5, i == 2);
    EXPECT_LT((pose->rotation * Vec3d{0, 1, 0}).z, -0.99) << "y points down";
  }
}

// The twist of an odometry message is in the frame of the vehicle: a car that drives north at 7 m/s has x = 7.
TEST(DriveMessages, TwistIsInTheVehicleFrame) {
  const Rigid3d pose{Quaterniond::from_rpy(0, 0, kPi / 2), {1, 2, 3}};
  const Motion motion{pose, {0, 7, 0}, {}, {0, 0, 0.2}};
  const auto odometry = make_odometry(kStamp, pose, motion);
  EXPECT_NEAR(odometry.twist.twist.linear.x, 7, 1e-12);
  EXPECT_NEAR(odometry.twist.twist.linear.y, 0, 1e-12);
  EXPECT_EQ(odometry.twist.twist.angular.z, 0.2);
  EXPECT_EQ(odometry.pose.pose.position.z, 3);
  EXPECT_EQ(odometry.header.frame_id, "odom");
  EXPECT_EQ(odometry.child_frame_id, "base_link");
}

// Covariances are the squares of the deviations; the orientation of an IMU is marked as unknown.
TEST(DriveMessages, CovariancesAreThoseOfTheNoise) {
  const MotionOptions options{.gyro_noise_rps = 0.1, .accelerometer_noise_mps2 = 0.2, .gnss_noise_m = 0.5};
  const auto imu = make_imu(kStamp, {.angular_velocity_rps = {1, 2, 3}, .specific_force_mps2 = {4, 5, 6}}, options);
  EXPECT_EQ(imu.orientation_covariance[0], -1);
  EXPECT_EQ(imu.angular_velocity.y, 2);
  EXPECT_EQ(imu.linear_acceleration.z, 6);
  for (const std::size_t i : {0u, 4u, 8u}) {
    EXPECT_NEAR(imu.angular_velocity_covariance[i], 0.01, 1e-12);
    EXPECT_NEAR(imu.linear_acceleration_covariance[i], 0.04, 1e-12);
  }
  const auto fix = make_fix(kStamp, {.latitude_deg = 48, .longitude_deg = 11, .altitude_m = 500}, options);
  EXPECT_NEAR(fix.position_covariance[0], 0.25, 1e-12);
  EXPECT_NEAR(fix.position_covariance[8], 0.8 * 0.8, 1e-12);
  EXPECT_EQ(fix.position_covariance[1], 0);
  EXPECT_EQ(fix.latitude, 48);
  EXPECT_EQ(fix.status.status, rosmsg::sensor_msgs::NavSatStatus::STATUS_FIX);
  EXPECT_EQ(fix.status.service, rosmsg::sensor_msgs::NavSatStatus::SERVICE_GPS);
  const auto lost = make_fix(kStamp, {.valid = false}, options);
  EXPECT_EQ(lost.status.status, rosmsg::sensor_msgs::NavSatStatus::STATUS_NO_FIX);
  EXPECT_TRUE(std::isnan(lost.latitude) && std::isnan(lost.longitude) && std::isnan(lost.altitude));
  EXPECT_EQ(lost.position_covariance_type, rosmsg::sensor_msgs::NavSatFix::COVARIANCE_TYPE_UNKNOWN);
}

}  // namespace
}  // namespace gs::synth
