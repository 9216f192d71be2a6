// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A burst of steps loses no /clock message.
#include "gs/bridge/simulator/topics.h"

#include "gs/bridge/simulator/testing/bridge_fixture.h"

namespace gs::bridge {
namespace {

// The topic /clock keeps one message for the network, but more may wait for the thread that sends.
TEST(Topics, TenStepsInABurstLoseNoClock) {
  sim::SimulatorOptions options;
  options.sensors.camera.enable = options.sensors.lidar.enable = false;
  auto simulator = sim::Simulator::create(sim::small_world(), options, Backend::cpu);
  ASSERT_TRUE(simulator) << simulator.error().message;
  const auto node = ros2::loopback_node("simulator_node"), peer = ros2::loopback_node("peer");
  auto topics = Topics::create(*node, *simulator, {});
  ASSERT_TRUE(topics) << topics.error().message;
  Ear<rosmsg::gs_sim_msgs::SimulationStatus> status(*peer, "/sim/status");
  const sim::Observation now = simulator->step();
  // Until the writer has found its reader, too.
  ASSERT_TRUE(ros2::wait_until([&] {
    (*topics)->publish_status(now, simulator->clock().dt(), {});
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    return !status.heard().empty();
  }));
  for (int i = 0; i < 10; ++i) (*topics)->publish(*simulator, now, {});
  (*topics)->publish_status(now, simulator->clock().dt(), {.is_paused = true});
  const auto is_last = [](const auto& message) { return message.is_paused; };
  ASSERT_TRUE(ros2::wait_until([&] { return std::ranges::any_of(status.heard(), is_last); }));
  for (const auto& message : status.heard())
    EXPECT_THAT(message.warnings, ::testing::Not(::testing::Contains(::testing::HasSubstr("MESSAGES_DROPPED"))));
}

// Ground-truth topics exist only if their option is on; their messages arrive with the camera image.
TEST(Topics, GroundTruthImagesArePublished) {
  sim::SimulatorOptions options;
  options.sensors.lidar.enable = false;
  options.sensors.camera.ground_truth.depth = true;
  auto simulator = sim::Simulator::create(sim::small_world(), options, Backend::cpu);
  ASSERT_TRUE(simulator) << simulator.error().message;
  const auto node = ros2::loopback_node("simulator_node"), peer = ros2::loopback_node("peer");
  auto topics = Topics::create(*node, *simulator, {});
  ASSERT_TRUE(topics) << topics.error().message;
  Ear<rosmsg::sensor_msgs::Image> depth(*peer, "/camera/front/ground_truth/depth");
  Ear<rosmsg::sensor_msgs::Image> flow(*peer, "/camera/front/ground_truth/flow");
  const sim::Observation now = simulator->observe();
  ASSERT_EQ(now.truth.size(), 1u);
  ASSERT_TRUE(ros2::wait_until([&] {
    (*topics)->publish(*simulator, now, {});
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return !depth.heard().empty();
  }));
  EXPECT_EQ(depth.heard()[0].encoding, "32FC1");
  EXPECT_EQ(depth.heard()[0].header.stamp.timestamp(), now.images.at(0).stamp);
  EXPECT_FALSE(flow.is_connected());
}

}  // namespace
}  // namespace gs::bridge
