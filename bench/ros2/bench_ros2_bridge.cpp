// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cmath>

#include "bench/ros2/bench_ros2.h"
#include "bench/ros2/bench_ros2_process.h"
#include "gs/bridge/runner/run_loop.h"
#include "gs/bridge/simulator/ros2_bridge.h"
#include "gs/rosmsg/messages/ackermann_msgs.h"
#include "gs/sim/testing/small_world.h"

namespace bench {
namespace {

using namespace gs;

// A simulator without sensors, optionally with its bridge, at 100 Hz on its own thread.
class Run {
 public:
  explicit Run(bool with_bridge) {
    sim::SimulatorOptions options;
    options.sensors.camera.enable = options.sensors.lidar.enable = false;
    options.simulation.control_timeout_sec = 0;
    const auto make = [options](const std::filesystem::path&) {
      return sim::Simulator::create(sim::small_world(), options, Backend::cpu);
    };
    simulator_.emplace(std::move(*make({})));
    if (with_bridge) bridge_ = std::move(*bridge::ROS2Bridge::create(*simulator_, {.discovery = loopback()}, make));
    thread_ = std::thread([this] {
      bridge::RunHooks hooks;
      hooks.stop = [this] { return stop_.load(); };
      if (bridge_) {
        hooks.may_step = [this] { return bridge_->may_step(); };
        hooks.wait = [this](std::chrono::nanoseconds limit) { return bridge_->wait(limit); };
        hooks.event = [this] { return bridge_->take_event(); };
        hooks.observed = [this](const auto& now, const auto& status) {
          const auto start = Clock::now();
          bridge_->observed(now, status);
          told_ms_.push_back(ms_since(start));
        };
      }
      run_loop(*simulator_, {}, nullptr, std::nullopt, hooks);
    });
  }
  ~Run() { stop(); }
  void stop() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }
  // Ends the run; returns the median time that publishing added to a step [us].
  double told_us() {
    stop();
    return 1e3 * median(told_ms_);
  }

 private:
  std::optional<sim::Simulator> simulator_;
  std::unique_ptr<bridge::ROS2Bridge> bridge_;
  std::vector<double> told_ms_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

// Time of publishing a step, optionally with a subscriber whose callback never returns.
double step_us(bool stalled, double seconds) {
  Run run(true);
  auto node = make_node("sleeper");
  std::atomic<bool> release = false, stuck = false;
  std::unique_ptr<ros2::Subscription> subscription;
  if (stalled) {
    subscription = *node->subscribe<rosmsg::nav_msgs::Odometry>("/odom", [&](const rosmsg::nav_msgs::Odometry&) {
      stuck = true;
      while (!release) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
    wait_until([&] { return stuck.load(); });
  }
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  release = true;
  return run.told_us();
}

// CPU load of this process at 100 Hz, with a bridge and a listening process or without both.
double cpu_percent(bool with_bridge, double seconds) {
  std::optional<Process> listener;
  if (with_bridge) listener.emplace(Process::peer("listen"));
  Run run(with_bridge);
  if (listener) listener->wait_for_byte(20);
  const double before = cpu_seconds();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  return 100 * (cpu_seconds() - before) / seconds;
}

// Time from a command to the first odometry message that shows its effect.
double control_ms(int times) {
  Run run(true);
  auto node = make_node("driver");
  std::atomic<double> speed = 0;
  std::atomic<uint64_t> seen = 0;
  const auto odometry = *node->subscribe<rosmsg::nav_msgs::Odometry>("/odom", [&](const rosmsg::nav_msgs::Odometry& m) {
    speed = m.twist.twist.linear.x;
    ++seen;
  });
  auto control = *node->publish<rosmsg::ackermann_msgs::AckermannDriveStamped>("/vehicle/control_cmd");
  if (!wait_until([&] { return control.subscriber_count() == 1 && seen > 0; })) return -1;
  std::vector<double> out;
  for (int i = 0; i < times; ++i) {
    rosmsg::ackermann_msgs::AckermannDriveStamped command;
    command.drive.speed = i % 2 == 0 ? 10.f : 0.f;
    // Commands arrive at random times within a step.
    std::this_thread::sleep_for(std::chrono::microseconds(40'000 + 1'370 * (i % 8)));
    const double before = speed;
    const auto start = Clock::now();
    const double last_change = i % 2 == 0 ? -1 : 1;  // the vehicle was slowing down or accelerating
    if (!control.publish(command)) return -1;
    double previous = before;
    // The command is visible when the sign of the speed change flips.
    if (!wait_until([&] {
          const double now = speed;
          const bool turned = (now - previous) * last_change < 0 || (i == 0 && now > before);
          previous = now;
          return turned;
        }))
      return -1;
    out.push_back(ms_since(start));
  }
  return median(out);
}

}  // namespace

void add_bridge(Table& table, double seconds) {
  const double alone = step_us(false, seconds);
  table.add({.name = "publishing a step, added by a stalled reader",
             .value = step_us(true, seconds) - alone,
             .unit = "us",
             .bound = alone,
             .bar = 50,
             .note = "bound: publishing without readers"});
  const double without = cpu_percent(false, seconds);
  table.add({.name = "CPU of the bridge at 100 Hz without images",
             .value = cpu_percent(true, seconds) - without,
             .unit = "% of a core",
             .bound = without,
             .bar = 5,
             .note = "bound: the simulator alone"});
  table.add({.name = "command to odometry at 100 Hz",
             .value = control_ms(60),
             .unit = "ms",
             .bar = 11,
             .note = "bar: a step and 1 ms"});
}

}  // namespace bench
