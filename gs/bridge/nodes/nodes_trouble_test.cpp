// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The multi-process simulator with nodes that are missing, slow or send false states.
#include "gs/bridge/nodes/testing/nodes_fixture.h"

namespace gs::bridge {
namespace {

using namespace std::chrono_literals;
using ros2::wait_until;

// Without vehicle_dynamics the step cannot be made; the clock still answers, and ends in TearDown.
TEST_F(Nodes, AnImpossibleStepDoesNotBlockServices) {
  start({.real_time_factor = 0, .start_paused = true});
  run_clock(std::nullopt);
  using rosmsg::std_srvs::Trigger;
  EXPECT_TRUE(call<Trigger>(*peer_, "/sim/step").success);
  dynamics_.reset();
  auto other = ros2::loopback_node("other_peer");
  std::thread caller([&] {
    const auto ended = other->client<Trigger>("/sim/step")->call({}, 60s);
    ASSERT_TRUE(ended) << ended.error().message;
    EXPECT_FALSE(ended->success);
  });
  // The call above may not have arrived yet; a pause cancels it once it has.
  std::atomic<bool> over = false;
  std::thread watcher([&] { caller.join(), over = true; });
  while (!over) EXPECT_TRUE(call<Trigger>(*peer_, "/sim/pause").success);
  watcher.join();
}

// A step that a reset interrupts is made in the new run: a caller that resets and then steps gets its step, even if the
// clock hears of the reset later.
TEST_F(Nodes, AStepInterruptedByAResetIsMadeInTheNewRun) {
  start({.real_time_factor = 0, .start_paused = true, .step_limit_s = 0.2});
  run_clock(std::nullopt);
  using rosmsg::std_srvs::Trigger;
  EXPECT_TRUE(call<Trigger>(*peer_, "/sim/step").success);
  dynamics_.reset();  // the next step cannot be made
  std::atomic<int64_t> tick = 0;
  const auto clock = *peer_->subscribe<rosmsg::rosgraph_msgs::Clock>(
      "/clock", [&](const rosmsg::rosgraph_msgs::Clock& m) { tick = m.clock.timestamp().ns; });
  auto other = ros2::loopback_node("other_peer");
  std::thread caller([&] {
    const auto ended = other->client<Trigger>("/sim/step")->call({}, 60s);
    ASSERT_TRUE(ended) << ended.error().message;
    EXPECT_TRUE(ended->success) << ended->message;
  });
  EXPECT_TRUE(wait_until([&] { return tick == make_simulator(false, false).clock().at(2).ns; }));
  EXPECT_TRUE(call<rosmsg::gs_sim_msgs::ResetWorld>(*peer_, "/sim/reset_world",
                                                    {.initial_pose = {.orientation = {0, 0, 0, 0}}, .reset_time = true})
                  .success);
  nodes_[0] = ros2::loopback_node("vehicle_dynamics_node");
  dynamics_ = std::move(
      *VehicleDynamicsNode::create(*nodes_[0], make_simulator(false, false), {driving(), 0, loader(false, false)}));
  caller.join();
  EXPECT_EQ(world_->step(), 1u);
}

TEST_F(Nodes, ATinyFactorStopsNeitherServicesNorTheEnd) {
  start({.real_time_factor = 1e-6});
  run_clock(std::nullopt);
  using rosmsg::std_srvs::Trigger;
  EXPECT_TRUE(call<Trigger>(*peer_, "/sim/pause").success);
  EXPECT_TRUE(call<Trigger>(*peer_, "/sim/step").success);
  EXPECT_TRUE(call<Trigger>(*peer_, "/sim/resume").success);
}

// States that no simulator can have are ignored.
TEST_F(Nodes, ImpossibleStatesAreDropped) {
  start({.real_time_factor = 0, .start_paused = true});
  run_clock(std::nullopt);
  using rosmsg::std_srvs::Trigger;
  EXPECT_TRUE(call<Trigger>(*peer_, "/sim/step").success);
  // A second publisher of vehicle states, accepted by all four nodes that subscribe to them.
  auto liar = peer_->publish<rosmsg::gs_sim_msgs::EgoCore>(kEgoCoreTopic, ros2::qos::kLatched);
  ASSERT_TRUE(wait_until([&] { return liar->subscriber_count() >= 4; }));
  rosmsg::gs_sim_msgs::EgoCore state = ego_core_message({7, 7}, make_simulator(false, false), {});
  state.motion.x = std::numeric_limits<double>::quiet_NaN();
  ASSERT_TRUE(liar->publish(state));
  state.motion.x = 0, state.motion.step = UINT64_MAX;
  ASSERT_TRUE(liar->publish(state));
  EXPECT_TRUE(liar->raw().writer().wait_for_acknowledgements(kLimit));
  for (uint64_t i = 2; i <= 4; ++i) {
    EXPECT_TRUE(call<Trigger>(*peer_, "/sim/step").success);
    EXPECT_EQ(world_->step(), i);
  }
}

TEST(ComponentMessages, ImpossibleStatesAreDetected) {
  const rosmsg::gs_sim_msgs::EgoCore good = ego_core_message({1, 5}, make_simulator(false, false), {"w", 2});
  EXPECT_FALSE(check_ego_core(good));
  EXPECT_EQ(world_of(good), (WorldId{"w", 2}));
  // Whether the check finds an error after one field was changed.
  const auto with = [&](auto change) {
    rosmsg::gs_sim_msgs::EgoCore bad = good;
    change(bad);
    return check_ego_core(bad).has_value();
  };
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(with([&](auto& m) { m.motion.x = kNan; }));
  EXPECT_TRUE(with([&](auto& m) { m.motion.y = 1e8; }));
  EXPECT_TRUE(with([&](auto& m) { m.motion.yaw = kInf; }));
  EXPECT_TRUE(with([&](auto& m) { m.motion.vx = 1e300; }));
  EXPECT_TRUE(with([&](auto& m) { m.motion.step = UINT64_MAX; }));
  EXPECT_TRUE(with([&](auto& m) { m.motion.gear = 4; }));
  EXPECT_TRUE(with([&](auto& m) { m.z = kNan; }));
  EXPECT_TRUE(with([&](auto& m) { m.pitch = kNan; }));
  EXPECT_TRUE(with([&](auto& m) { m.wheels_on_ground = 5; }));
  EXPECT_TRUE(with([&](auto& m) { m.acceleration.y = kNan; }));
  EXPECT_TRUE(with([&](auto& m) { m.dt = Duration{}; }));
  EXPECT_TRUE(with([&](auto& m) { m.dt = Duration::from_ms(1001); }));
}

}  // namespace
}  // namespace gs::bridge
