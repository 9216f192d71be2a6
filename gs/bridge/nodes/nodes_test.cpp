// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The simulator in five participants over loopback sockets gives the same run as one Simulator, bit for bit.
#include "gs/bridge/nodes/testing/nodes_fixture.h"

namespace gs::bridge {
namespace {

using namespace std::chrono_literals;
using ros2::wait_until;

constexpr uint64_t kSteps = 60;

// Messages of a run, by time.
struct Heard {
  std::map<int64_t, rosmsg::nav_msgs::Odometry> odometry;
  std::map<int64_t, rosmsg::gs_sim_msgs::VehicleState> states;
  std::map<int64_t, std::vector<uint8_t>> images, clouds;
};

// Reference run of one Simulator with the same driver.
Heard single_process() {
  sim::Simulator simulator = make_simulator(true, true);
  Driving commands = driving();
  Heard out;
  sim::Observation now = simulator.observe();
  while (true) {
    out.odometry[now.stamp.ns] = odometry_message(now, simulator.options().frames);
    out.states[now.stamp.ns] = vehicle_state_message(now, simulator.options());
    for (const world::RenderedImage& image : now.images) out.images[now.stamp.ns] = image.data;
    for (const sim::LidarSweep& sweep : now.sweeps) out.clouds[now.stamp.ns] = point_cloud_message(sweep, "").data;
    if (now.step == kSteps) return out;
    sim::Notices notices;
    submit_driving(commands, now.ego, now.stamp, simulator, notices);
    now = simulator.step();
  }
}

// A node that also reports its steps: the clock waits for it, so that it misses no message.
class Listener {
 public:
  explicit Listener(ros2::Node& node) : report_(std::move(*StepReport::create(node))), plan_(single_process()) {
    listen<rosmsg::nav_msgs::Odometry>(node, "/odom", [](Heard& to, const auto& m) { to.odometry[time_of(m)] = m; });
    listen<rosmsg::gs_sim_msgs::VehicleState>(node, "/vehicle/state",
                                              [](Heard& to, const auto& m) { to.states[time_of(m)] = m; });
    const sim::Simulator simulator = make_simulator(true, true);
    listen<rosmsg::sensor_msgs::Image>(node, "/camera/" + simulator.cameras()[0]->id + "/image_raw",
                                       [](Heard& to, const auto& m) { to.images[time_of(m)] = m.data; });
    listen<rosmsg::sensor_msgs::PointCloud2>(node, "/lidar/" + simulator.lidars()[0]->id + "/points",
                                             [](Heard& to, const auto& m) { to.clouds[time_of(m)] = m.data; });
    listen<rosmsg::gs_sim_msgs::EgoCore>(
        node, kEgoCoreTopic, [this](Heard&, const auto& m) { last_ = time_of(m.motion); }, ros2::qos::kLatched);
  }
  bool is_connected() const {
    return std::all_of(subscriptions_.begin(), subscriptions_.end(),
                       [](const auto& s) { return s->publisher_count() > 0; });
  }
  void begin() {
    const std::lock_guard lock(mutex_);
    begun_ = true;
    if (last_ >= 0) report_.done(Timestamp{last_});
  }
  // A copy: the executor's thread goes on writing.
  Heard heard() const {
    const std::lock_guard lock(mutex_);
    return heard_;
  }
  const Heard& plan() const { return plan_; }

 private:
  template <class M>
  static int64_t time_of(const M& message) {
    return message.header.stamp.timestamp().ns;
  }
  template <class M>
  void listen(ros2::Node& node, const std::string& topic, std::function<void(Heard&, const M&)> keep,
              const ros2::Qos& qos = {.depth = 100}) {
    subscriptions_.push_back(std::move(*node.subscribe<M>(
        topic,
        [this, keep = std::move(keep)](const M& message) {
          const std::lock_guard lock(mutex_);
          keep(heard_, message);
          const bool complete = heard_.odometry.contains(last_) && heard_.states.contains(last_) &&
                                heard_.images.contains(last_) == plan_.images.contains(last_) &&
                                heard_.clouds.contains(last_) == plan_.clouds.contains(last_);
          const bool first = last_ == plan_.odometry.begin()->first;  // sent before the subscriptions were matched
          if (begun_ && (complete || first)) report_.done(Timestamp{last_});
        },
        qos)));
  }
  mutable std::mutex mutex_;
  StepReport report_;
  const Heard plan_;
  Heard heard_;
  int64_t last_ = -1;
  bool begun_ = false;
  std::vector<std::unique_ptr<ros2::Subscription>> subscriptions_;  // last: their callbacks use the members above
};

TEST_F(Nodes, GiveTheRunOfOneProcess) {
  Listener listener(*peer_);
  start({.real_time_factor = 0,
         .step_limit_s = 60,
         .needed = {"world_state_node", "vehicle_dynamics_node", "camera_renderer_node", "lidar_generator_node",
                    "listener"}});
  ASSERT_TRUE(wait_until([&] { return listener.is_connected(); }));
  listener.begin();
  run_clock(kSteps);
  ASSERT_TRUE(wait_until([&] { return last_ == kSteps; })) << world_->step();
  loop_.join();
  const Heard& plan = listener.plan();
  const Heard heard = listener.heard();
  ASSERT_EQ(plan.odometry.size(), kSteps + 1);
  for (const auto& [time, odometry] : plan.odometry) {
    if (time == plan.odometry.begin()->first) continue;  // sent before the subscriptions were matched
    ASSERT_TRUE(heard.odometry.contains(time)) << time;
    EXPECT_EQ(heard.odometry.at(time), odometry) << time;
    EXPECT_EQ(heard.states.at(time), plan.states.at(time)) << time;
    if (plan.images.contains(time)) {
      EXPECT_EQ(heard.images.at(time), plan.images.at(time)) << time;
    }
    if (plan.clouds.contains(time)) {
      EXPECT_EQ(heard.clouds.at(time), plan.clouds.at(time)) << time;
    }
  }
  EXPECT_GE(heard.images.size(), 2u);
  EXPECT_GE(heard.clouds.size(), 2u);
}

TEST_F(Nodes, ServicesPauseStepAndReset) {
  first_world_reads = 0;
  start({.real_time_factor = 0, .start_paused = true});
  run_clock(std::nullopt);
  using rosmsg::std_srvs::Trigger;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(call<Trigger>(*peer_, "/sim/step").success);
  EXPECT_EQ(world_->step(), 3u);
  EXPECT_TRUE(call<Trigger>(*peer_, "/sim/resume").success);
  EXPECT_FALSE(call<Trigger>(*peer_, "/sim/step").success);
  EXPECT_TRUE(wait_until([&] { return world_->step() > 20; }));
  EXPECT_TRUE(call<Trigger>(*peer_, "/sim/pause").success);
  EXPECT_TRUE(call<rosmsg::gs_sim_msgs::ResetWorld>(*peer_, "/sim/reset_world",
                                                    {.initial_pose = {.orientation = {0, 0, 0, 0}}, .reset_time = true})
                  .success);
  EXPECT_TRUE(wait_until([&] { return world_->step() < 3; }));
  const auto after_reset = call<Trigger>(*peer_, "/sim/step");
  EXPECT_TRUE(after_reset.success) << after_reset.message;
  EXPECT_EQ(first_world_reads, 4);  // every node with a world has read it again
  using Control = rosmsg::gs_sim_msgs::SimulationControl;
  EXPECT_TRUE(call<Control>(*peer_, "/sim/control", {.command = Control::Request::CMD_RESET}).success);
  EXPECT_EQ(world_->step(), 0u);
  EXPECT_FALSE(call<Control>(*peer_, "/sim/control", {.command = 77}).success);
  EXPECT_TRUE(call<Trigger>(*peer_, "/sim/step").success);
  rosmsg::gs_sim_msgs::ResetWorld::Request nowhere{.initial_pose = {.orientation = {0, 0, 0, 1}}};
  nowhere.initial_pose.position.x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(call<rosmsg::gs_sim_msgs::ResetWorld>(*peer_, "/sim/reset_world", nowhere).message,
              ::testing::HasSubstr("INVALID_TRANSFORM"));
  rosmsg::gs_sim_msgs::SetEgoPose::Request place;
  place.pose.orientation = {0, 0, 0, 2};
  EXPECT_FALSE(call<rosmsg::gs_sim_msgs::SetEgoPose>(*peer_, "/sim/set_ego_pose", place).success);
}

TEST_F(Nodes, AllGoToAnotherWorldWhenOneIsAsked) {
  std::mutex mutex;
  std::vector<int64_t> images;  // stamps after the world was changed
  auto pictures =
      peer_->subscribe<rosmsg::sensor_msgs::Image>("/camera/front/image_raw", [&](const rosmsg::sensor_msgs::Image& m) {
        const std::lock_guard lock(mutex);
        images.push_back(m.header.stamp.timestamp().ns);
      });
  ASSERT_TRUE(pictures);
  start({.real_time_factor = 0, .start_paused = true});
  run_clock(std::nullopt);
  using rosmsg::gs_sim_msgs::LoadWorld;
  using rosmsg::std_srvs::Trigger;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(call<Trigger>(*peer_, "/sim/step").success);
  // A world that cannot be loaded leaves the run unchanged.
  const auto refused = call<LoadWorld>(*peer_, "/sim/load_world", {.world_bundle_path = "/nowhere"});
  EXPECT_FALSE(refused.success);
  EXPECT_THAT(refused.message, ::testing::HasSubstr("/nowhere"));
  EXPECT_EQ(world_->step(), 3u);
  const auto loaded = call<LoadWorld>(*peer_, "/sim/load_world", {.world_bundle_path = kOther});
  EXPECT_TRUE(loaded.success) << loaded.message;
  EXPECT_THAT(loaded.world_info.available_cameras, ::testing::ElementsAre("front"));
  EXPECT_THAT(loaded.world_info.available_lidars, ::testing::ElementsAre("top"));
  EXPECT_EQ(world_->step(), 0u);
  ASSERT_TRUE(wait_until([&] { return (*pictures)->publisher_count() == 1; }));
  // Twelve images per second are one in every fourth or fifth of these longer steps.
  for (uint64_t i = 1; i <= 10; ++i) {
    EXPECT_TRUE(call<Trigger>(*peer_, "/sim/step").success);
    EXPECT_EQ(world_->step(), i);
  }
  EXPECT_TRUE(wait_until([&] {
    const std::lock_guard lock(mutex);
    return !images.empty() && images.back() == 160'000'000;
  }));
}

// vehicle_dynamics is replaced while the clock runs; the run continues from the vehicle state.
TEST_F(Nodes, GoOnWhenTheDynamicsStartAgain) {
  start({.real_time_factor = 0, .step_limit_s = 0.2});
  run_clock(std::nullopt);
  ASSERT_TRUE(wait_until([&] { return world_->step() > 10; }));
  dynamics_.reset();
  nodes_[0] = ros2::loopback_node("vehicle_dynamics_node");
  const uint64_t before = world_->step();
  dynamics_ = std::move(*VehicleDynamicsNode::create(*nodes_[0], make_simulator(false, false), {}));
  EXPECT_TRUE(wait_until([&] { return world_->step() > before + 10; }));
}

}  // namespace
}  // namespace gs::bridge
