// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The simulator in five participants over loopback sockets: the run is that of one Simulator, bit for bit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>

#include "gs/bridge/ros2/nodes/sensor_node.h"
#include "gs/bridge/ros2/nodes/sim_clock_node.h"
#include "gs/bridge/ros2/nodes/vehicle_dynamics_node.h"
#include "gs/bridge/ros2/nodes/world_state_node.h"
#include "gs/bridge/ros2/testing/loopback.h"
#include "gs/rosmsg/messages/std_srvs.h"
#include "gs/sim/testing/small_world.h"

namespace gs::bridge {
namespace {

using namespace std::chrono_literals;
using ros2::wait_until;

constexpr auto kLimit = ros2::kTestLimit;
constexpr uint64_t kSteps = 60;

// The other world that these nodes know: it ticks at another rate.
constexpr const char* kOther = "/worlds/other";

sim::Simulator make_simulator(bool camera, bool lidar, double dt = 0.01) {
  sim::SimulatorOptions options;
  options.simulation.control_timeout_sec = 0.3;  // comes up within the run
  options.sensors.camera.enable = camera;
  options.sensors.lidar.enable = lidar;
  options.sensors.lidar.raycast.motion_distortion = true;  // needs the poses of the past
  sim::SimWorld world = sim::small_world();
  world.data.dt = dt;
  return std::move(*sim::Simulator::create(std::move(world), options, Backend::cpu));
}

LoadPart loader(bool camera, bool lidar) {
  return [camera, lidar](const std::filesystem::path& bundle) -> Result<sim::Simulator> {
    if (bundle != kOther) return fail(ErrorCode::not_found, "no world bundle: {}", bundle.string());
    return make_simulator(camera, lidar, 0.02);
  };
}

Trajectory bend() {
  std::vector<StampedPose> poses;
  for (int i = 0; i < 40; ++i) {
    const double t = 0.1 * i;
    poses.push_back({Timestamp::from_seconds(t), {Quaterniond::from_rpy(0, 0, 0.1 * t), {5 * t, 0.25 * t * t, 0}}});
  }
  return *Trajectory::from_poses(std::move(poses));
}

Driving driving() {
  Driving out;
  out.driver = std::make_unique<sim::PathDriver>(bend(), sim::PathDriverOptions{}, sim::VehicleOptions{});
  return out;
}

// What a listener hears of a run, by time.
struct Heard {
  std::map<int64_t, nav_msgs::Odometry> odometry;
  std::map<int64_t, gs_sim_msgs::VehicleState> states;
  std::map<int64_t, std::vector<uint8_t>> images, clouds;
};

Heard single_process() {
  sim::Simulator simulator = make_simulator(true, true);
  Driving commands = driving();
  Heard out;
  sim::Observation now = simulator.observe();
  while (true) {
    out.odometry[now.stamp.ns] = odometry_message(now, simulator.options().frames);
    out.states[now.stamp.ns] = vehicle_state_message(now, simulator.options());
    for (const RenderedImage& image : now.images) out.images[now.stamp.ns] = image.data;
    for (const sim::LidarSweep& sweep : now.sweeps) out.clouds[now.stamp.ns] = point_cloud_message(sweep, "").data;
    if (now.step == kSteps) return out;
    sim::Notices notices;
    submit_driving(commands, now.ego, now.stamp, simulator, notices);
    now = simulator.step();
  }
}

// A node among the others: the clock waits for it too, so that it misses nothing.
class Listener {
 public:
  explicit Listener(ros2::Node& node) : report_(std::move(*StepReport::create(node))), plan_(single_process()) {
    listen<nav_msgs::Odometry>(node, "/odom", [](Heard& to, const auto& m) { to.odometry[time_of(m)] = m; });
    listen<gs_sim_msgs::VehicleState>(node, "/vehicle/state",
                                      [](Heard& to, const auto& m) { to.states[time_of(m)] = m; });
    const sim::Simulator simulator = make_simulator(true, true);
    listen<sensor_msgs::Image>(node, "/camera/" + simulator.cameras()[0]->id + "/image_raw",
                               [](Heard& to, const auto& m) { to.images[time_of(m)] = m.data; });
    listen<sensor_msgs::PointCloud2>(node, "/lidar/" + simulator.lidars()[0]->id + "/points",
                                     [](Heard& to, const auto& m) { to.clouds[time_of(m)] = m.data; });
    listen<gs_sim_msgs::EgoCore>(
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
  const Heard& heard() const { return heard_; }
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
          const bool first = last_ == plan_.odometry.begin()->first;  // over before anybody could listen
          if (begun_ && (complete || first)) report_.done(Timestamp{last_});
        },
        qos)));
  }
  std::mutex mutex_;
  StepReport report_;
  const Heard plan_;
  Heard heard_;
  int64_t last_ = -1;
  bool begun_ = false;
  std::vector<std::unique_ptr<ros2::Subscription>> subscriptions_;  // last: they call into everything above
};

class Nodes : public ::testing::Test {
 protected:
  void start(const SimClockOptions& options) {
    dynamics_ = std::move(
        *VehicleDynamicsNode::create(*nodes_[0], make_simulator(false, false), {driving(), 0, loader(false, false)}));
    world_ = std::move(
        *WorldStateNode::create(*nodes_[1], make_simulator(false, false),
                                {.topics = {.sensors_elsewhere = sim::SensorOptions{}}, .load = loader(false, false)}));
    camera_ = std::move(*SensorNode::create(*nodes_[2], make_simulator(true, false), {}, loader(true, false)));
    lidar_ = std::move(*SensorNode::create(*nodes_[3], make_simulator(false, true), {}, loader(false, true)));
    clock_ = std::move(*SimClockNode::create(*nodes_[4], make_simulator(false, false).clock(), options));
  }
  void run_clock(std::optional<uint64_t> last_step) {
    loop_ = std::thread([this, last_step] { last_ = clock_->run(last_step, [this] { return stop_.load(); }); });
  }
  void TearDown() override {
    stop_ = true;
    if (loop_.joinable()) loop_.join();
  }
  template <class S>
  typename S::Response call(ros2::Node& node, const char* name, const typename S::Request& request = {}) {
    const auto response = node.client<S>(name)->call(request, kLimit);
    EXPECT_TRUE(response) << name << ": " << response.error().message;
    return response ? *response : typename S::Response{};
  }

  std::vector<std::unique_ptr<ros2::Node>> nodes_ = [] {
    std::vector<std::unique_ptr<ros2::Node>> out;
    for (const char* name : {"vehicle_dynamics_node", "world_state_node", "camera_renderer_node",
                             "lidar_generator_node", "sim_clock_node"})
      out.push_back(ros2::loopback_node(name));
    return out;
  }();
  std::unique_ptr<ros2::Node> peer_ = ros2::loopback_node("listener");
  std::unique_ptr<VehicleDynamicsNode> dynamics_;
  std::unique_ptr<WorldStateNode> world_;
  std::unique_ptr<SensorNode> camera_, lidar_;
  std::unique_ptr<SimClockNode> clock_;
  std::atomic<bool> stop_ = false;
  std::atomic<uint64_t> last_ = 0;
  std::thread loop_;
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
  ASSERT_EQ(plan.odometry.size(), kSteps + 1);
  for (const auto& [time, odometry] : plan.odometry) {
    if (time == plan.odometry.begin()->first) continue;  // before anybody could listen
    ASSERT_TRUE(listener.heard().odometry.contains(time)) << time;
    EXPECT_EQ(listener.heard().odometry.at(time), odometry) << time;
    EXPECT_EQ(listener.heard().states.at(time), plan.states.at(time)) << time;
    if (plan.images.contains(time)) {
      EXPECT_EQ(listener.heard().images.at(time), plan.images.at(time)) << time;
    }
    if (plan.clouds.contains(time)) {
      EXPECT_EQ(listener.heard().clouds.at(time), plan.clouds.at(time)) << time;
    }
  }
  EXPECT_GE(listener.heard().images.size(), 2u);
  EXPECT_GE(listener.heard().clouds.size(), 2u);
}

TEST_F(Nodes, ServicesPauseStepAndReset) {
  start({.real_time_factor = 0, .start_paused = true});
  run_clock(std::nullopt);
  using std_srvs::Trigger;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(call<Trigger>(*peer_, "/sim/step").success);
  EXPECT_EQ(world_->step(), 3u);
  EXPECT_TRUE(call<Trigger>(*peer_, "/sim/resume").success);
  EXPECT_FALSE(call<Trigger>(*peer_, "/sim/step").success);
  EXPECT_TRUE(wait_until([&] { return world_->step() > 20; }));
  EXPECT_TRUE(call<Trigger>(*peer_, "/sim/pause").success);
  EXPECT_TRUE(call<gs_sim_msgs::ResetWorld>(*peer_, "/sim/reset_world",
                                            {.initial_pose = {.orientation = {0, 0, 0, 0}}, .reset_time = true})
                  .success);
  EXPECT_TRUE(wait_until([&] { return world_->step() < 3; }));
  EXPECT_TRUE(call<Trigger>(*peer_, "/sim/step").success);
  gs_sim_msgs::SetEgoPose::Request place;
  place.pose.orientation = {0, 0, 0, 2};
  EXPECT_FALSE(call<gs_sim_msgs::SetEgoPose>(*peer_, "/sim/set_ego_pose", place).success);
}

TEST_F(Nodes, AllGoToAnotherWorldWhenOneIsAsked) {
  std::mutex mutex;
  std::vector<int64_t> images;  // stamps since the other world
  auto pictures = peer_->subscribe<sensor_msgs::Image>("/camera/front/image_raw", [&](const sensor_msgs::Image& m) {
    const std::lock_guard lock(mutex);
    images.push_back(m.header.stamp.timestamp().ns);
  });
  ASSERT_TRUE(pictures);
  start({.real_time_factor = 0, .start_paused = true});
  run_clock(std::nullopt);
  using gs_sim_msgs::LoadWorld;
  using std_srvs::Trigger;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(call<Trigger>(*peer_, "/sim/step").success);
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
  // Twelve pictures a second are one in every fourth or fifth of these longer steps.
  for (uint64_t i = 1; i <= 10; ++i) {
    EXPECT_TRUE(call<Trigger>(*peer_, "/sim/step").success);
    EXPECT_EQ(world_->step(), i);
  }
  EXPECT_TRUE(wait_until([&] {
    const std::lock_guard lock(mutex);
    return !images.empty() && images.back() == 160'000'000;
  }));
}

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
