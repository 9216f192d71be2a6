// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Services that change, pause and end a run, over loopback sockets.
#include "gs/bridge/simulator/testing/bridge_fixture.h"

namespace gs::bridge {
namespace {

using ros2::wait_until;
using rosmsg::std_srvs::Trigger;
using ::testing::HasSubstr;

// Every step waits up to an hour for a command.
class LockstepTest : public Ros2BridgeTest {
 protected:
  double lockstep_timeout_s() const override { return 3600; }
};

// Without commands in lockstep, the simulator still answers calls and ends (in TearDown).
TEST_F(LockstepTest, AStepThatWaitsForACommandDoesNotBlockServices) {
  EXPECT_TRUE(call<Trigger>("/sim/resume").success);
  EXPECT_EQ(state(), rosmsg::simulation_interfaces::SimulationState::STATE_PLAYING);
  EXPECT_TRUE(call<Trigger>("/sim/pause").success);
  EXPECT_TRUE(call<Trigger>("/sim/resume").success);
}

// Services work during a step of ten thousand seconds, and the factor can be set back.
TEST_F(Ros2BridgeTest, ATinyFactorStopsNeitherServicesNorTheEnd) {
  Ear<rosmsg::nav_msgs::Odometry> odometry(*node_, "/odom");
  ASSERT_TRUE(wait_until([&] { return odometry.is_connected(); }));
  set_factor(1e-6);
  EXPECT_TRUE(call<Trigger>("/sim/resume").success);
  ASSERT_TRUE(odometry.wait_for(1));
  EXPECT_TRUE(call<Trigger>("/sim/pause").success);
  EXPECT_TRUE(call<Trigger>("/sim/step").success);
  EXPECT_TRUE(call<Trigger>("/sim/step").success);
  EXPECT_TRUE(call<Trigger>("/sim/resume").success);
  set_factor(0.0);
  EXPECT_TRUE(odometry.wait_for(odometry.heard().size() + 20));
  set_factor(1e-6);  // TearDown must also end such a step
}

// reset_world and load_world keep the paused flag.
TEST_F(Ros2BridgeTest, AResetRunGoesOnAsItWas) {
  using rosmsg::simulation_interfaces::SimulationState;
  EXPECT_TRUE(call<Trigger>("/sim/resume").success);
  EXPECT_TRUE(call<rosmsg::gs_sim_msgs::ResetWorld>("/sim/reset_world", {.reset_time = true}).success);
  EXPECT_EQ(state(), SimulationState::STATE_PLAYING);
  EXPECT_TRUE(call<rosmsg::gs_sim_msgs::LoadWorld>("/sim/load_world", {"other"}).success);
  EXPECT_EQ(state(), SimulationState::STATE_PLAYING);
  EXPECT_TRUE(call<Trigger>("/sim/pause").success);
  EXPECT_TRUE(call<rosmsg::gs_sim_msgs::ResetWorld>("/sim/reset_world", {.reset_time = true}).success);
  EXPECT_EQ(state(), SimulationState::STATE_PAUSED);
}

TEST_F(Ros2BridgeTest, ManyStepsDoNotBlockServicesAndEndWithAPause) {
  using rosmsg::simulation_interfaces::StepSimulation;
  const auto refused =
      call<StepSimulation>("/simulator_node/step_simulation", {.steps = std::numeric_limits<uint64_t>::max()});
  EXPECT_EQ(refused.result.result, rosmsg::simulation_interfaces::Result::RESULT_OPERATION_FAILED);
  EXPECT_THAT(refused.result.error_message, HasSubstr("limit of 1000000"));
  set_factor(1e-6);  // the second step is never made
  // A second client asks for five steps, of which only the first can be made.
  auto other = ros2::loopback_node("other_peer");
  std::thread caller([&] {
    const auto ended =
        other->client<StepSimulation>("/simulator_node/step_simulation")->call({.steps = 5}, std::chrono::minutes(1));
    ASSERT_TRUE(ended) << ended.error().message;
    EXPECT_EQ(ended->result.result, rosmsg::simulation_interfaces::Result::RESULT_OPERATION_FAILED);
    EXPECT_THAT(ended->result.error_message, HasSubstr("made 1 of 5 step(s): paused"));
  });
  // While they are in progress, other step calls are refused and other services answer.
  EXPECT_TRUE(wait_until([&] { return call<Trigger>("/sim/step").message.starts_with("steps are in progress"); }));
  EXPECT_EQ(
      call<rosmsg::rcl_interfaces::GetParameters>("/simulator_node/get_parameters", {{"vehicle.mass"}}).values.size(),
      1u);
  EXPECT_THAT(call<Trigger>("/sim/pause").message, HasSubstr("steps in progress were cancelled"));
  caller.join();
  EXPECT_EQ(call<Trigger>("/sim/pause").message, "already paused");
  EXPECT_TRUE(call<Trigger>("/sim/step").success);
}

TEST_F(Ros2BridgeTest, InvalidPosesAreRefusedWithTheirErrorType) {
  using Pose = rosmsg::gs_sim_msgs::SetEgoPose;
  Pose::Request place;
  place.pose.orientation = {0, 0, 0, 1};
  place.twist.linear.x = 1e308;
  EXPECT_THAT(call<Pose>("/sim/set_ego_pose", place).message, HasSubstr("INVALID_CONTROL_INPUT: speed=1e+308"));
  place.twist.linear.x = 0;
  place.pose.position.x = 1e300;
  EXPECT_THAT(call<Pose>("/sim/set_ego_pose", place).message, HasSubstr("INVALID_TRANSFORM"));
  const auto reset = [&] {
    return call<rosmsg::gs_sim_msgs::ResetWorld>("/sim/reset_world", {.initial_pose = place.pose}).message;
  };
  EXPECT_THAT(reset(), HasSubstr("INVALID_TRANSFORM"));
  place.pose.position.x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(reset(), HasSubstr("INVALID_TRANSFORM"));
  place.pose.position.x = 0;
  place.pose.orientation.w = 2;
  EXPECT_THAT(reset(), HasSubstr("INVALID_QUATERNION"));
  place.pose.orientation.w = 1;
  place.twist.angular.z = 0.1;
  EXPECT_EQ(call<Pose>("/sim/set_ego_pose", place).message, "placed; only linear.x of the twist is used");
}

// A pause publishes only /sim/status, so stamps of /odom increase strictly.
TEST_F(Ros2BridgeTest, APauseRepeatsNoStamps) {
  Ear<rosmsg::nav_msgs::Odometry> odometry(*node_, "/odom");
  Ear<rosmsg::gs_sim_msgs::SimulationStatus> status(*node_, "/sim/status");
  ASSERT_TRUE(wait_until([&] { return odometry.is_connected() && status.is_connected(); }));
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(call<Trigger>("/sim/resume").success);
    EXPECT_TRUE(call<Trigger>("/sim/pause").success);
    EXPECT_TRUE(wait_until([&] { return !status.heard().empty() && status.heard().back().is_paused; }));
    step(1);
  }
  ASSERT_TRUE(odometry.wait_for(3));
  const auto heard = odometry.heard();
  for (std::size_t i = 1; i < heard.size(); ++i)
    EXPECT_GT(heard[i].header.stamp.timestamp(), heard[i - 1].header.stamp.timestamp());
}

// Simulator with frames.best_effort_tf.
class BestEffortTfTest : public Ros2BridgeTest {
 protected:
  bool best_effort_tf() const override { return true; }
};

TEST_F(BestEffortTfTest, AParameterGivesBestEffortTf) {
  const auto is_tf = [](const ros2::EndpointInfo& e) { return e.is_writer && e.topic == "rt/tf"; };
  std::vector<ros2::EndpointInfo> endpoints;
  ASSERT_TRUE(wait_until([&] {
    endpoints = node_->context().graph().endpoints();
    return std::any_of(endpoints.begin(), endpoints.end(), is_tf);
  }));
  EXPECT_FALSE(std::find_if(endpoints.begin(), endpoints.end(), is_tf)->qos.reliable);
  EXPECT_EQ(call<rosmsg::rcl_interfaces::GetParameters>("/simulator_node/get_parameters", {{"frames.best_effort_tf"}})
                .values.at(0),
            ros2::parameter_value(true));
}

// Records the whole run.
class RecordedRunTest : public Ros2BridgeTest {
 protected:
  void SetUp() override {
    recorder_.emplace(*Recorder::create(folder_ / "run.mcap", {}));
    Ros2BridgeTest::SetUp();
  }
  const TemporaryFolder folder_;
};

// Service calls are recorded, and a replay gives the same run.
TEST_F(RecordedRunTest, ARunWithServiceCallsReplaysItself) {
  auto control = node_->publish<rosmsg::ackermann_msgs::AckermannDriveStamped>("/vehicle/control_cmd");
  ASSERT_TRUE(wait_until([&] { return control->subscriber_count() == 1; }));
  rosmsg::gs_sim_msgs::SetEgoPose::Request place;
  place.pose.position = {2, 1, 0};
  place.pose.orientation = {0, 0, std::sin(0.1), std::cos(0.1)};
  place.twist.linear.x = 2;
  rosmsg::ackermann_msgs::AckermannDriveStamped command;
  command.drive.speed = 4, command.drive.steering_angle = 0.2f;
  ASSERT_TRUE(control->publish(command));
  step(12);
  EXPECT_TRUE(call<rosmsg::gs_sim_msgs::SetEgoPose>("/sim/set_ego_pose", place).success);
  step(7);
  EXPECT_TRUE(call<rosmsg::gs_sim_msgs::ResetWorld>("/sim/reset_world", {.reset_time = true}).success);
  ASSERT_TRUE(control->publish(command));
  EXPECT_TRUE(call<Trigger>("/sim/resume").success);
  EXPECT_TRUE(call<Trigger>("/sim/pause").success);
  EXPECT_TRUE(call<rosmsg::gs_sim_msgs::ResetWorld>("/sim/reset_world", {.initial_pose = place.pose}).success);
  step(5);
  end();
  const sim::SimulatorOptions options = simulator_->options();  // the stepping thread replaces the simulator
  ASSERT_TRUE(recorder_->close());
  Problems problems;
  auto replay = ControlReplay::open(folder_ / "run.mcap", "ackermann", {}, problems);
  ASSERT_TRUE(replay) << replay.error().message;
  auto again = *sim::Simulator::create(sim::small_world(), options, Backend::cpu);
  sim::RunDigest digest;
  RunHooks hooks;
  hooks.observed = [&](const sim::Observation& now, const RunStatus&) { digest.add(now); };
  const RunReport report =
      run_loop(again, {.replay = std::make_unique<ControlReplay>(*std::move(replay)), .ends_with_replay = true},
               nullptr, std::nullopt, hooks);
  EXPECT_FALSE(report.replay_error);
  EXPECT_EQ(digest.state(), digest_.state());
  EXPECT_EQ(digest.images(), digest_.images());
  EXPECT_EQ(digest.clouds(), digest_.clouds());
}

}  // namespace
}  // namespace gs::bridge
