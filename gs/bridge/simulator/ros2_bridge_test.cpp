// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The simulator as a ROS 2 node: a second participant over loopback sockets receives its topics and calls its services.
#include "gs/bridge/simulator/ros2_bridge.h"

#include "gs/bridge/simulator/testing/bridge_fixture.h"

namespace gs::bridge {
namespace {

using namespace std::chrono_literals;
using ros2::wait_until;
using rosmsg::std_srvs::Trigger;
using ::testing::HasSubstr;

TEST_F(Ros2BridgeTest, EveryStepIsPublishedOnce) {
  Ear<rosmsg::rosgraph_msgs::Clock> clock(*node_, "/clock");
  Ear<rosmsg::nav_msgs::Odometry> odometry(*node_, "/odom");
  Ear<rosmsg::gs_sim_msgs::VehicleState> state(*node_, "/vehicle/state");
  Ear<rosmsg::gs_sim_msgs::SimulationStatus> status(*node_, "/sim/status");
  ASSERT_TRUE(wait_until([&] {
    return clock.is_connected() && odometry.is_connected() && state.is_connected() && status.is_connected();
  }));
  for (int i = 1; i <= 10; ++i) {
    step(1);
    ASSERT_TRUE(clock.wait_for(static_cast<std::size_t>(i)));  // its depth is 1: one at a time
  }
  EXPECT_TRUE(odometry.wait_for(10));
  EXPECT_TRUE(state.wait_for(10));
  EXPECT_TRUE(status.wait_for(1));
  const auto times = clock.heard();
  for (std::size_t i = 1; i < times.size(); ++i)
    EXPECT_EQ((times[i].clock.timestamp() - times[i - 1].clock.timestamp()).ns, simulator_->clock().dt().ns);
  EXPECT_EQ(odometry.heard().back().header.frame_id, "odom");
  EXPECT_EQ(odometry.heard().back().child_frame_id, "base_link");
  EXPECT_TRUE(status.heard().back().is_paused);
}

TEST_F(Ros2BridgeTest, LatchedTopicsAndSensorsArrive) {
  Ear<rosmsg::tf2_msgs::TFMessage> tf_static(*node_, "/tf_static", ros2::qos::kLatched);
  Ear<rosmsg::tf2_msgs::TFMessage> tf(*node_, "/tf", {.depth = 100});
  Ear<rosmsg::gs_sim_msgs::WorldInfo> world(*node_, "/sim/world_info", ros2::qos::kLatched);
  ASSERT_TRUE(tf_static.wait_for(1));
  ASSERT_TRUE(world.wait_for(1));
  const auto info = world.heard()[0];
  ASSERT_EQ(info.available_cameras.size(), 1u);
  ASSERT_EQ(info.available_lidars.size(), 1u);
  EXPECT_EQ(tf_static.heard()[0].transforms.size(), 2u);
  Ear<rosmsg::sensor_msgs::Image> image(*node_, ("/camera/" + info.available_cameras[0] + "/image_raw").c_str());
  Ear<rosmsg::sensor_msgs::CameraInfo> camera(*node_,
                                              ("/camera/" + info.available_cameras[0] + "/camera_info").c_str());
  Ear<rosmsg::sensor_msgs::PointCloud2> cloud(*node_, ("/lidar/" + info.available_lidars[0] + "/points").c_str());
  ASSERT_TRUE(wait_until([&] { return image.is_connected() && camera.is_connected() && cloud.is_connected(); }));
  step(30);
  ASSERT_TRUE(image.wait_for(1));
  ASSERT_TRUE(camera.wait_for(1));
  ASSERT_TRUE(cloud.wait_for(1));
  EXPECT_EQ(image.heard()[0].encoding, "rgb8");
  EXPECT_EQ(image.heard()[0].data.size(), std::size_t{image.heard()[0].step} * image.heard()[0].height);
  EXPECT_EQ(cloud.heard()[0].point_step, 20u);
  EXPECT_TRUE(tf.wait_for(1));
}

// A topic of the interface: type, QoS, and messages per simulated second.
struct InterfaceRow {
  std::string topic;
  const rosmsg::MessageType& type;
  bool latched;
  std::size_t count;
};

TEST_F(Ros2BridgeTest, EveryTopicHasItsTypeQosAndCountPerSecond) {
  const std::vector<InterfaceRow> rows{
      {"/clock", rosmsg::type_of<rosmsg::rosgraph_msgs::Clock>(), false, 100},
      {"/tf", rosmsg::type_of<rosmsg::tf2_msgs::TFMessage>(), true, 100},
      {"/tf_static", rosmsg::type_of<rosmsg::tf2_msgs::TFMessage>(), true, 0},
      {"/odom", rosmsg::type_of<rosmsg::nav_msgs::Odometry>(), false, 100},
      {"/vehicle/state", rosmsg::type_of<rosmsg::gs_sim_msgs::VehicleState>(), false, 100},
      {"/sim/status", rosmsg::type_of<rosmsg::gs_sim_msgs::SimulationStatus>(), false, 10},
      {"/sim/world_info", rosmsg::type_of<rosmsg::gs_sim_msgs::WorldInfo>(), true, 0},
      {"/camera/front/image_raw", rosmsg::type_of<rosmsg::sensor_msgs::Image>(), false, 12},
      {"/camera/front/camera_info", rosmsg::type_of<rosmsg::sensor_msgs::CameraInfo>(), false, 12},
      {"/lidar/top/points", rosmsg::type_of<rosmsg::sensor_msgs::PointCloud2>(), false, 20},
  };
  std::vector<std::atomic<std::size_t>> heard(rows.size());
  std::vector<std::unique_ptr<ros2::Subscription>> ears;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    // Volatile, so that only messages from now on are counted.
    ears.push_back(std::move(*node_->subscribe_raw(rows[i].topic, rows[i].type, {.depth = 1000},
                                                   [&heard, i](const ros2::Sample&) { ++heard[i]; })));
  }
  ASSERT_TRUE(wait_until([&] {
    return std::all_of(ears.begin(), ears.end(), [](const auto& ear) { return ear->publisher_count() == 1; });
  }));
  for (std::size_t i = 1; i <= 100; ++i) {
    step(1);
    ASSERT_TRUE(wait_until([&] { return heard[0] == i; }));  // the depth of /clock is 1
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_TRUE(wait_until([&] { return heard[i] >= rows[i].count; })) << rows[i].topic;
    EXPECT_EQ(heard[i], rows[i].count) << rows[i].topic;
    bool found = false;
    for (const ros2::EndpointInfo& endpoint : node_->context().graph().endpoints()) {
      if (!endpoint.is_writer || ros2::ros_name(endpoint.topic).value_or(ros2::RosName{}).name != rows[i].topic)
        continue;
      found = true;
      EXPECT_EQ(ros2::ros_type(endpoint.type), rows[i].type.name);
      EXPECT_TRUE(endpoint.qos.reliable) << rows[i].topic;
      EXPECT_EQ(endpoint.qos.transient_local, rows[i].latched) << rows[i].topic;
    }
    EXPECT_TRUE(found) << rows[i].topic;
  }
  ears.clear();
}

TEST_F(Ros2BridgeTest, CommandsMoveTheVehicleAndMalformedOnesDoNot) {
  auto control = node_->publish<rosmsg::ackermann_msgs::AckermannDriveStamped>("/vehicle/control_cmd");
  ASSERT_TRUE(wait_until([&] { return control->subscriber_count() == 1; }));
  Ear<rosmsg::nav_msgs::Odometry> odometry(*node_, "/odom");
  ASSERT_TRUE(wait_until([&] { return odometry.is_connected(); }));
  // Malformed commands first; they must not move the vehicle.
  for (std::size_t size = 1; size < 40; size += 3)
    ASSERT_TRUE(control->raw().publish(std::vector<std::byte>(size, std::byte{0xee})));
  rosmsg::ackermann_msgs::AckermannDriveStamped command;
  command.drive.speed = 20;
  ASSERT_TRUE(control->publish(command));
  // Commands and calls are sent separately: step until the command has arrived.
  const double before = simulator_->options().simulation.initial_velocity.value_or(0);
  EXPECT_TRUE(wait_until([&] {
    step(5);
    const auto heard = odometry.heard();
    return !heard.empty() && heard.back().twist.twist.linear.x > before + 1.0;
  }));
}

TEST_F(Ros2BridgeTest, TenThousandTinyMessagesAreIgnoredWithFewWarnings) {
  auto control = node_->publish<rosmsg::ackermann_msgs::AckermannDriveStamped>("/vehicle/control_cmd");
  ASSERT_TRUE(wait_until([&] { return control->subscriber_count() == 1; }));
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < 10'000; ++i)
    ASSERT_TRUE(control->raw().publish(std::vector<std::byte>(i % 41, static_cast<std::byte>(i))));
  step(5);  // still answers
  rosmsg::ackermann_msgs::AckermannDriveStamped command;
  command.drive.speed = 9;
  Ear<rosmsg::nav_msgs::Odometry> odometry(*node_, "/odom");
  ASSERT_TRUE(wait_until([&] { return odometry.is_connected(); }));
  EXPECT_TRUE(wait_until([&] {
    EXPECT_TRUE(control->publish(command));
    step(5);
    return !odometry.heard().empty() && odometry.heard().back().twist.twist.linear.x > 1.0;
  }));
  // Warnings are limited to one per second.
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_LE(log_lines_, 2 + static_cast<int>(seconds));
  EXPECT_GE(log_lines_, 1);
}

TEST_F(Ros2BridgeTest, PublishersOfAnotherTypeAreNotMatched) {
  auto stranger = ros2::loopback_node("stranger");
  auto text = stranger->publish<rosmsg::std_msgs::String>("/vehicle/control_cmd");
  auto control = node_->publish<rosmsg::ackermann_msgs::AckermannDriveStamped>("/vehicle/control_cmd");
  ASSERT_TRUE(wait_until([&] { return control->subscriber_count() == 1; }));
  // Readers and writers of different types are not matched.
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(text->publish({.data = "full speed ahead"}));
  step(5);
  EXPECT_EQ(text->subscriber_count(), 0u);
  EXPECT_EQ(log_lines_, 0);
}

TEST_F(Ros2BridgeTest, TruncatedRequestsAreNotAnsweredAndTheNextOneIs) {
  using Pose = rosmsg::gs_sim_msgs::SetEgoPose;
  Pose::Request place;
  place.pose.orientation = {0, 0, 0, 1};
  auto client =
      node_->client_raw("/sim/set_ego_pose", rosmsg::type_of<Pose::Request>(), rosmsg::type_of<Pose::Response>(), {});
  ASSERT_TRUE((*client)->wait_for_service(kLimit));
  for (const std::size_t size : {std::size_t{0}, std::size_t{3}, std::size_t{4}, std::size_t{11}, std::size_t{60}}) {
    // Request that is cut to `size` bytes, in the style the client asks for.
    const auto cut = [&](std::size_t header_bytes) {
      auto whole = rosmsg::encode_cdr(place, {.header_bytes = header_bytes});
      whole.resize(size);
      return whole;
    };
    EXPECT_FALSE((*client)->call(cut, 20ms)) << size;
  }
  EXPECT_TRUE(call<Pose>("/sim/set_ego_pose", place).success);
  EXPECT_GE(log_lines_, 1);
}

class LockstepTest : public Ros2BridgeTest {
 protected:
  double lockstep_timeout_s() const override { return 3600; }
};

// Commands and steps are sent separately; in lockstep every step still gets its command.
TEST_F(LockstepTest, EveryStepUsesTheCommandSentForIt) {
  auto control = node_->publish<rosmsg::ackermann_msgs::AckermannDriveStamped>("/vehicle/control_cmd");
  Ear<rosmsg::nav_msgs::Odometry> odometry(*node_, "/odom");
  ASSERT_TRUE(wait_until([&] { return control->subscriber_count() == 1 && odometry.is_connected(); }));
  sim::SimulatorOptions options;
  options.simulation.control_timeout_sec = 0;
  // Reference: the same commands to a simulator without ROS.
  auto alone = *sim::Simulator::create(sim::small_world(), options, Backend::cpu);
  for (int i = 0; i < 20; ++i) {
    const world::ControlInput input{.steering_angle = 0.01 * (i % 7 - 3), .speed = 2.0 + i % 5};
    ASSERT_TRUE(control->publish(ackermann_message(input, "base_link")));
    step(1);
    const auto arrived = read_control("ackermann", rosmsg::encode_cdr(ackermann_message(input, "base_link")),
                                      simulator_->options().vehicle);
    alone.submit(arrived->command, arrived->stamp);
    const sim::Observation now = alone.step();
    ASSERT_TRUE(wait_until([&] {
      const auto heard = odometry.heard();
      return !heard.empty() && heard.back().header.stamp.timestamp() == now.stamp;
    }));
    EXPECT_EQ(odometry.heard().back(), odometry_message(now, alone.options().frames)) << i;
  }
}

TEST_F(Ros2BridgeTest, ServicesControlTheRun) {
  EXPECT_TRUE(call<Trigger>("/sim/step").success);
  EXPECT_TRUE(call<Trigger>("/sim/resume").success);
  const auto refused = call<Trigger>("/sim/step");
  EXPECT_FALSE(refused.success);
  EXPECT_THAT(refused.message, HasSubstr("pause"));
  EXPECT_TRUE(call<Trigger>("/sim/pause").success);
  using Control = rosmsg::gs_sim_msgs::SimulationControl;
  EXPECT_TRUE(call<Control>("/sim/control", {.command = Control::Request::CMD_STEP}).success);
  EXPECT_FALSE(call<Control>("/sim/control", {.command = 77}).success);
  EXPECT_TRUE(call<Control>("/sim/control", {.command = Control::Request::CMD_RESET}).success);

  using Pose = rosmsg::gs_sim_msgs::SetEgoPose;
  Pose::Request place;
  place.pose.position.x = 3;
  place.pose.orientation = {0, 0, 0, 1};
  EXPECT_TRUE(call<Pose>("/sim/set_ego_pose", place).success);
  const auto ego = call<rosmsg::simulation_interfaces::GetEntityState>("/simulator_node/get_entity_state", {"ego"});
  EXPECT_NEAR(ego.state.pose.position.x, 3, 1e-6);
  // A quaternion that is not normalised is refused.
  place.pose.orientation = {0, 0, 0, 2};
  EXPECT_THAT(call<Pose>("/sim/set_ego_pose", place).message, HasSubstr("INVALID_QUATERNION"));

  EXPECT_TRUE(call<rosmsg::gs_sim_msgs::ResetWorld>("/sim/reset_world", {.reset_time = true}).success);
  EXPECT_FALSE(call<rosmsg::gs_sim_msgs::LoadWorld>("/sim/load_world", {"missing"}).success);
  const auto loaded = call<rosmsg::gs_sim_msgs::LoadWorld>("/sim/load_world", {"other"});
  EXPECT_TRUE(loaded.success) << loaded.message;
  EXPECT_EQ(loaded.world_info.available_cameras.size(), 1u);
}

TEST_F(Ros2BridgeTest, StandardServicesAgreeWithTheState) {
  using namespace rosmsg::simulation_interfaces;
  EXPECT_EQ(call<GetSimulationState>("/simulator_node/get_simulation_state").state.state,
            SimulationState::STATE_PAUSED);
  EXPECT_FALSE(call<GetSimulatorFeatures>("/simulator_node/get_simulator_features").features.features.empty());
  const auto playing =
      call<SetSimulationState>("/simulator_node/set_simulation_state", {{SimulationState::STATE_PLAYING}});
  EXPECT_EQ(playing.result.result, rosmsg::simulation_interfaces::Result::RESULT_OK);
  EXPECT_EQ(call<StepSimulation>("/simulator_node/step_simulation", {1}).result.result,
            rosmsg::simulation_interfaces::Result::RESULT_INCORRECT_STATE);
  EXPECT_EQ(call<GetEntityState>("/simulator_node/get_entity_state", {"ghost"}).result.result,
            rosmsg::simulation_interfaces::Result::RESULT_NOT_FOUND);
}

TEST_F(Ros2BridgeTest, ParametersShowTheOptions) {
  using rosmsg::rcl_interfaces::GetParameters;
  using rosmsg::rcl_interfaces::SetParameters;
  const auto values =
      call<GetParameters>("/simulator_node/get_parameters",
                          {{"vehicle.wheelbase", "simulation.control_mode", "simulation.real_time_factor"}});
  ASSERT_EQ(values.values.size(), 3u);
  EXPECT_EQ(values.values[0], ros2::parameter_value(2.8));
  EXPECT_EQ(values.values[1], ros2::parameter_value("ackermann"));
  const auto set = call<SetParameters>(
      "/simulator_node/set_parameters",
      {{{"simulation.real_time_factor", ros2::parameter_value(2.0)}, {"vehicle.mass", ros2::parameter_value(1.0)}}});
  ASSERT_EQ(set.results.size(), 2u);
  EXPECT_TRUE(set.results[0].successful) << set.results[0].reason;
  EXPECT_FALSE(set.results[1].successful);
  EXPECT_EQ(bridge_->real_time_factor(), 2.0);
}

TEST(Overrides, BecomeOptionsOrErrors) {
  sim::SimulatorOptions options;
  ros2::Arguments arguments{.parameters = {{"vehicle.mass", ros2::parameter_value(int64_t{900})},
                                           {"use_sim_time", ros2::parameter_value(true)}}};
  ASSERT_TRUE(apply_overrides(arguments, options));
  EXPECT_EQ(options.vehicle.mass, 900);
  // An unknown parameter is an error, not ignored.
  arguments.parameters = {{"vehicle.mas", ros2::parameter_value(1.0)}};
  EXPECT_FALSE(apply_overrides(arguments, options));
}

}  // namespace
}  // namespace gs::bridge
