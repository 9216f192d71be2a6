// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// ROS messages of observations, status and control: layouts, frames, stamps, and malformed commands of every length.
#include <gtest/gtest.h>

#include <cmath>

#include "gs/bridge/messages/control_messages.h"
#include "gs/bridge/messages/observation_messages.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/sim/testing/small_world.h"

namespace gs::bridge {
namespace {

// Simulator in the small world at this speed.
sim::Simulator simulator(double speed = 5.0) {
  sim::SimulatorOptions options;
  options.simulation.initial_velocity = speed;
  return std::move(*sim::Simulator::create(sim::small_world(), options, Backend::cpu));
}

TEST(ObservationMessages, FramesStampsAndPoseAgree) {
  sim::Simulator s = simulator();
  const sim::Observation now = s.step();
  const auto tf = tf_message(now, s.options().frames);
  ASSERT_EQ(tf.transforms.size(), 2u);
  EXPECT_EQ(tf.transforms[0].header.frame_id, "map");
  EXPECT_EQ(tf.transforms[0].child_frame_id, "odom");
  EXPECT_EQ(tf.transforms[0].transform.rotation.w, 1.0);
  EXPECT_EQ(tf.transforms[1].child_frame_id, "base_link");
  const auto odom = odometry_message(now, s.options().frames);
  EXPECT_EQ(odom.header.frame_id, "odom");
  EXPECT_EQ(odom.child_frame_id, "base_link");
  EXPECT_EQ(odom.pose.pose.position.x, tf.transforms[1].transform.translation.x);
  EXPECT_EQ(odom.twist.twist.linear.x, 5.0);
  EXPECT_EQ(odom.header.stamp, clock_message(now.stamp).clock);
  const auto fixed = tf_static_message(s);
  ASSERT_EQ(fixed.transforms.size(), 2u);
  EXPECT_EQ(fixed.transforms[0].child_frame_id, "camera_front");
  EXPECT_EQ(fixed.transforms[1].child_frame_id, "lidar_top");
}

TEST(ObservationMessages, PointCloudHasTheDocumentedLayout) {
  sim::Simulator s = simulator();
  const sim::Observation now = s.observe();
  ASSERT_EQ(now.sweeps.size(), 1u);
  const auto cloud = point_cloud_message(now.sweeps[0], "lidar_top");
  EXPECT_EQ(cloud.point_step, 20u);
  EXPECT_EQ(cloud.width, now.sweeps[0].cloud.points.size());
  EXPECT_EQ(cloud.data.size(), cloud.width * 20u);
  EXPECT_EQ(cloud.fields[4].name, "ring");
  EXPECT_EQ(cloud.fields[4].offset, 16u);
  float x = 0;
  uint16_t ring = 0;
  std::memcpy(&x, cloud.data.data() + 20 * 7, 4);
  std::memcpy(&ring, cloud.data.data() + 20 * 7 + 16, 2);
  EXPECT_EQ(x, now.sweeps[0].cloud.points[7].x);
  EXPECT_EQ(ring, now.sweeps[0].ring[7]);
}

TEST(ObservationMessages, CameraInfoCarriesEveryModel) {
  world::CameraCalibration camera;
  camera.intrinsics = {.frame_id = "camera_front",
                       .width = 640,
                       .height = 480,
                       .fx = 500,
                       .fy = 501,
                       .cx = 320,
                       .cy = 240,
                       .k1 = 0.1,
                       .k3 = 0.3};
  auto info = camera_info_message(camera, {});
  EXPECT_EQ(info.distortion_model, "plumb_bob");
  EXPECT_EQ(info.d, (std::vector<double>{0.1, 0, 0, 0, 0.3}));
  EXPECT_EQ(info.k[0], 500);
  EXPECT_EQ(info.p[5], 501);
  camera.intrinsics.k4 = 0.4;
  info = camera_info_message(camera, {});
  EXPECT_EQ(info.distortion_model, "rational_polynomial");
  EXPECT_EQ(info.d.size(), 8u);
  camera.intrinsics.lens = Lens::equidistant;
  info = camera_info_message(camera, {});
  EXPECT_EQ(info.distortion_model, "equidistant");
  EXPECT_EQ(info.d.size(), 4u);
}

TEST(ObservationMessages, WheelsTurnFasterOutsideABend) {
  sim::Simulator s = simulator();
  s.submit(sim::check_ackermann({.steering_angle = 0.3, .speed = 5}, s.options().vehicle), {});
  sim::Observation now;
  for (int i = 0; i < 100; ++i) now = s.step();
  const auto state = vehicle_state_message(now, s.options());
  EXPECT_GT(state.wheel_speed_rr, state.wheel_speed_rl);
  EXPECT_NEAR(0.5 * (state.wheel_speed_rr + state.wheel_speed_rl), 5.0 / 0.32, 1e-3);
  // Without slip, both front wheels move on circles around the same centre.
  EXPECT_NEAR(state.wheel_speed_fr + state.wheel_speed_fl, 2 * 5.0 / 0.32 / std::cos(0.3), 0.1);
  EXPECT_EQ(state.gear, 3);
  EXPECT_NEAR(state.accel.linear.y, 25.0 * std::tan(0.3) / 2.8, 1e-2);
}

TEST(ObservationMessages, StatusCarriesFlagsNoticesAndLastingConditions) {
  sim::Observation now;
  now.step = 7;
  now.status = {.is_collision = true, .is_offroad = false, .elapsed_time = 0.07, .message = "ground unknown"};
  const auto status =
      status_message(now, Duration::from_ms(10),
                     {.real_time_factor = 2, .step_duration_ms = 3, .warnings = {"began"}, .errors = {"bad"}});
  EXPECT_EQ(status.step_count, 7u);
  EXPECT_EQ(status.sim_dt, 0.01);
  EXPECT_TRUE(status.is_collision);
  EXPECT_FALSE(status.is_offroad);
  EXPECT_EQ(status.warnings, (std::vector<std::string>{"began", "ground unknown"}));
  EXPECT_EQ(status.errors, std::vector<std::string>{"bad"});
}

TEST(ControlMessages, EveryModeIsDecodedAndChecked) {
  const sim::VehicleOptions vehicle;
  rosmsg::ackermann_msgs::AckermannDriveStamped ackermann;
  ackermann.drive.steering_angle = 0.1f;
  ackermann.drive.speed = 4;
  ackermann.header.stamp = {3, 5};
  auto arrived = read_control("ackermann", rosmsg::encode_cdr(ackermann), vehicle);
  ASSERT_TRUE(arrived);
  EXPECT_EQ(arrived->command.command->speed, 4);
  EXPECT_EQ(arrived->stamp.ns, 3'000'000'005);
  rosmsg::geometry_msgs::TwistStamped twist;
  twist.twist.linear.x = 4, twist.twist.angular.z = 0.2;
  arrived = read_control("twist", rosmsg::encode_cdr(twist), vehicle);
  ASSERT_TRUE(arrived);
  EXPECT_NEAR(arrived->command.command->steering_angle, std::atan(2.8 * 0.2 / 4), 1e-9);
  rosmsg::gs_sim_msgs::VehicleControlCmd custom;
  custom.gear = rosmsg::gs_sim_msgs::VehicleControlCmd::GEAR_DRIVE;
  custom.control_mode = rosmsg::gs_sim_msgs::VehicleControlCmd::MODE_DIRECT;
  custom.throttle = 0.5f;
  arrived = read_control("custom", rosmsg::encode_cdr(custom), vehicle);
  ASSERT_TRUE(arrived);
  EXPECT_NEAR(arrived->command.command->acceleration, 1.5, 1e-9);
}

TEST(ControlMessages, MalformedPayloadsAreErrorsAtEveryLength) {
  const auto good = rosmsg::encode_cdr(ackermann_message({.steering_angle = 0.1, .speed = 2}, "base_link"));
  for (std::size_t size = 0; size + 4 < good.size(); ++size) {
    EXPECT_FALSE(read_control("ackermann", Bytes(good).first(size), {})) << size;
  }
}

// The same rule for publishing and recording: 10 Hz for any step length.
TEST(StatusMessages, AreDueTenTimesASecond) {
  for (const int64_t dt_ms : {1, 10, 30, 70}) {
    int due = 0;
    const auto steps = static_cast<uint64_t>(60'000 / dt_ms);
    for (uint64_t step = 1; step <= steps; ++step) due += status_is_due(step, Duration::from_ms(dt_ms));
    EXPECT_NEAR(due, 600, 1) << dt_ms;
  }
}

// Encoding and decoding a driver's command preserves it in every control mode.
TEST(ControlMessages, CommandsOfDriversSurviveEncodingInEveryMode) {
  sim::VehicleOptions vehicle;
  vehicle.allow_reverse = true;
  for (const char* mode : {"ackermann", "twist", "custom"}) {
    for (const double speed : {5.0, -2.0}) {
      const world::ControlInput input{.steering_angle = 0.25, .speed = speed, .stamp = Timestamp{7}};
      const auto arrived = read_control(mode, encode_control(mode, input, vehicle), vehicle);
      ASSERT_TRUE(arrived) << mode;
      EXPECT_FALSE(arrived->command.error) << mode;
      EXPECT_NEAR(arrived->command.command->speed, speed, 1e-6) << mode;
      EXPECT_NEAR(arrived->command.command->steering_angle, 0.25, 1e-6) << mode;
      EXPECT_EQ(arrived->stamp, input.stamp) << mode;
    }
  }
}

}  // namespace
}  // namespace gs::bridge
