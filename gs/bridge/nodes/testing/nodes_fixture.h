// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// For tests: the simulator divided into five participants over loopback sockets, and one more node.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>

#include "gs/bridge/nodes/sensor_node.h"
#include "gs/bridge/nodes/sim_clock_node.h"
#include "gs/bridge/nodes/vehicle_dynamics_node.h"
#include "gs/bridge/nodes/world_state_node.h"
#include "gs/ros2/testing/loopback.h"
#include "gs/rosmsg/messages/std_srvs.h"
#include "gs/sim/testing/small_world.h"

namespace gs::bridge {

inline constexpr auto kLimit = ros2::kTestLimit;

// Path of a second world with another dt.
inline constexpr const char* kOther = "/worlds/other";

inline sim::Simulator make_simulator(bool camera, bool lidar, double dt = 0.01) {
  sim::SimulatorOptions options;
  options.simulation.control_timeout_sec = 0.3;  // expires within the run
  options.sensors.camera.enable = camera;
  options.sensors.lidar.enable = lidar;
  options.sensors.lidar.raycast.motion_distortion = true;  // needs the poses of the past
  sim::SimWorld world = sim::small_world();
  world.data.dt = dt;
  return std::move(*sim::Simulator::create(std::move(world), options, Backend::cpu));
}

// Counts how often a part has read the world it was started with.
inline std::atomic<int> first_world_reads = 0;

// Loader of both worlds; other paths fail.
inline LoadPart loader(bool camera, bool lidar) {
  return [camera, lidar](const std::filesystem::path& bundle) -> Result<sim::Simulator> {
    if (bundle.empty()) return ++first_world_reads, make_simulator(camera, lidar);
    if (bundle != kOther) return fail(ErrorCode::not_found, "no world bundle: {}", bundle.string());
    return make_simulator(camera, lidar, 0.02);
  };
}

// A left bend, driven at about 5 m/s.
inline Trajectory bend() {
  std::vector<StampedPose> poses;
  for (int i = 0; i < 40; ++i) {
    const double t = 0.1 * i;
    poses.push_back({Timestamp::from_seconds(t), {Quaterniond::from_rpy(0, 0, 0.1 * t), {5 * t, 0.25 * t * t, 0}}});
  }
  return *Trajectory::from_poses(std::move(poses));
}

inline Driving driving() {
  Driving out;
  out.driver = std::make_unique<sim::PathDriver>(bend(), sim::PathDriverOptions{}, sim::VehicleOptions{});
  return out;
}

// Fixture with the five nodes and a peer.
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

}  // namespace gs::bridge
