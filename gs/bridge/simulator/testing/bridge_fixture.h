// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// For tests: a simulator whose bridge steps it on a second thread, and a node that subscribes and calls services.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "gs/bridge/messages/control_messages.h"
#include "gs/bridge/runner/run_loop.h"
#include "gs/bridge/simulator/ros2_bridge.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/ros2/testing/loopback.h"
#include "gs/ros2/wire/names.h"
#include "gs/rosmsg/messages/ackermann_msgs.h"
#include "gs/rosmsg/messages/simulation_interfaces.h"
#include "gs/rosmsg/messages/std_srvs.h"
#include "gs/sim/run_digest.h"
#include "gs/sim/testing/small_world.h"

namespace gs::bridge {

inline constexpr auto kLimit = ros2::kTestLimit;

// Stores the messages of a topic.
template <class M>
class Ear {
 public:
  Ear(ros2::Node& node, const char* topic, const ros2::Qos& qos = {.depth = 1000}) {
    subscription_ = std::move(*node.subscribe<M>(
        topic,
        [this](const M& message) {
          const std::lock_guard lock(mutex_);
          heard_.push_back(message);
        },
        qos));
  }
  std::vector<M> heard() const {
    const std::lock_guard lock(mutex_);
    return heard_;
  }
  bool is_connected() const { return subscription_->publisher_count() > 0; }
  bool wait_for(std::size_t count) {
    return ros2::wait_until([&] { return heard().size() >= count; });
  }

 private:
  mutable std::mutex mutex_;
  std::vector<M> heard_;
  std::unique_ptr<ros2::Subscription> subscription_;
};

// A paused simulator with its own stepping thread, and a second node.
class Ros2BridgeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    sim::SimulatorOptions options;
    options.simulation.start_paused = true;
    options.simulation.real_time_factor = 0;
    options.simulation.control_timeout_sec = 0;
    options.frames.best_effort_tf = best_effort_tf();
    const auto make = [options, this](const std::filesystem::path& bundle) -> Result<sim::Simulator> {
      if (bundle == "missing") return fail(ErrorCode::not_found, "no bundle {}", bundle.string());
      return sim::Simulator::create(world(), options, Backend::cpu);
    };
    simulator_.emplace(std::move(*make("")));
    Ros2BridgeOptions bridge_options{.discovery = ros2::loopback(), .lockstep_timeout_s = lockstep_timeout_s()};
    bridge_options.on_log = [this](ros2::LogLevel, const std::string&) { ++log_lines_; };
    bridge_options.stop = [this] { return stop_.load(); };
    auto bridge = ROS2Bridge::create(*simulator_, bridge_options, make);
    ASSERT_TRUE(bridge) << bridge.error().message;
    bridge_ = std::move(*bridge);
    loop_ = std::thread([this] {
      RunHooks hooks;
      hooks.observed = [this](const auto& now, const auto& status) {
        digest_.add(now);
        bridge_->observed(now, status);
      };
      hooks.stop = [this] { return stop_.load(); };
      hooks.may_step = [this] { return bridge_->may_step(); };
      hooks.wait = [this](std::chrono::nanoseconds limit) { return bridge_->wait(limit); };
      hooks.event = [this] { return bridge_->take_event(); };
      hooks.commands = [this] { return bridge_->take_commands(); };
      hooks.real_time_factor = [this] { return bridge_->real_time_factor(); };
      run_loop(*simulator_, {}, recorder_ ? &*recorder_ : nullptr, std::nullopt, hooks);
    });
    node_ = ros2::loopback_node("peer");
  }
  void end() {
    stop_ = true;
    if (loop_.joinable()) loop_.join();
    bridge_.reset();
  }
  void TearDown() override { end(); }
  virtual sim::SimWorld world() const { return sim::small_world(); }
  virtual bool best_effort_tf() const { return false; }

  virtual double lockstep_timeout_s() const { return 0; }

  template <class S>
  typename S::Response call(const char* name, const typename S::Request& request = {}) {
    auto client = node_->client<S>(name);
    const auto response = client->call(request, kLimit);
    EXPECT_TRUE(response) << response.error().message;
    return response ? *response : typename S::Response{};
  }
  void step(uint64_t count) {
    const auto response =
        call<rosmsg::simulation_interfaces::StepSimulation>("/simulator_node/step_simulation", {count});
    EXPECT_EQ(response.result.result, rosmsg::simulation_interfaces::Result::RESULT_OK)
        << response.result.error_message;
  }

  uint8_t state() {
    return call<rosmsg::simulation_interfaces::GetSimulationState>("/simulator_node/get_simulation_state").state.state;
  }
  void set_factor(double factor) {
    const auto set = call<rosmsg::rcl_interfaces::SetParameters>(
        "/simulator_node/set_parameters", {{{"simulation.real_time_factor", ros2::parameter_value(factor)}}});
    ASSERT_EQ(set.results.size(), 1u);
    EXPECT_TRUE(set.results[0].successful) << set.results[0].reason;
  }

  std::atomic<int> log_lines_ = 0;
  std::optional<Recorder> recorder_;  // records the whole run if a test sets it before SetUp
  sim::RunDigest digest_;
  std::optional<sim::Simulator> simulator_;
  std::unique_ptr<ROS2Bridge> bridge_;
  std::atomic<bool> stop_ = false;
  std::thread loop_;
  std::unique_ptr<ros2::Node> node_;
};

}  // namespace gs::bridge
