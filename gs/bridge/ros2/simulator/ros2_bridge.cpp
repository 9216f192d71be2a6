// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/ros2/simulator/ros2_bridge.h"

#include <utility>

#include "gs/bridge/ros2/simulator/bridge_impl.h"

namespace gs::bridge {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxCommands = 64;  // that wait for a step
constexpr auto kIdle = 10ms;              // how long a paused simulator waits for something to do

}  // namespace

ROS2Bridge::ROS2Bridge(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ROS2Bridge::~ROS2Bridge() = default;

ROS2Bridge::Impl::~Impl() {
  {
    const std::lock_guard lock(mutex);
    ending = true;
  }
  changed.notify_all();
  queue.close();
  services.clear();
  control.reset();
  topics.reset();
}

Result<std::unique_ptr<ROS2Bridge>> ROS2Bridge::create(sim::Simulator& simulator, const Ros2BridgeOptions& options,
                                                       Load load) {
  auto impl = std::make_unique<Impl>(simulator, options, std::move(load));
  GS_CHECK(impl->start());
  return std::unique_ptr<ROS2Bridge>(new ROS2Bridge(std::move(impl)));
}

Result<void> ROS2Bridge::Impl::start() {
  GS_TRY(context, ros2::Context::create({.discovery = options.discovery, .enclave = options.arguments.enclave}));
  ros2::NodeOptions node_options{.name = kSimulatorNode, .arguments = options.arguments};
  if (options.on_log) {
    node_options.on_log = [log = options.on_log](ros2::LogLevel level, const std::string& text) {
      log(level >= ros2::LogLevel::error, text);
    };
  }
  GS_TRY(node, ros2::Node::create(context, std::move(node_options)));
  GS_CHECK(declare_parameters());
  GS_TRY(topics, Topics::create(*node, simulator, {options.best_effort_sensors, options.best_effort_tf}));
  GS_CHECK(serve_simulation());
  GS_CHECK(serve_standard());
  return subscribe_control();
}

Result<void> ROS2Bridge::Impl::subscribe_control() {
  const MessageType* type = find_message_type(control_type(control_mode));
  GS_EXPECT(type != nullptr);
  const auto receive = [this](const ros2::Sample& sample) {
    auto command = read_control(control_mode, sample.payload, vehicle);
    if (!command)
      return node->warn_sometimes("[ROS2Bridge] INVALID_CONTROL_INPUT: " + command.error().message, "control");
    {
      const std::lock_guard lock(mutex);
      if (commands.size() == kMaxCommands) commands.pop_front();
      commands.push_back({*std::move(command), {sample.payload.begin(), sample.payload.end()}});
    }
    changed.notify_all();
  };
  GS_TRY(control, node->subscribe_raw("/vehicle/control_cmd", *type, ros2::qos::kDefault, receive));
  return {};
}

void ROS2Bridge::Impl::submit_commands() {
  std::deque<Received> arrived;
  {
    std::unique_lock lock(mutex);
    if (options.lockstep_timeout_s > 0) {
      changed.wait_for(lock, std::chrono::duration<double>(options.lockstep_timeout_s),
                       [&] { return ending || !commands.empty(); });
    }
    arrived.swap(commands);
  }
  submitted.clear();
  for (Received& received : arrived) {
    simulator.submit(received.command.command, received.command.stamp);
    submitted.push_back(std::move(received.cdr));
  }
}

bool ROS2Bridge::may_step() {
  Impl& b = *impl_;
  b.queue.drain();
  const auto held = [&] {
    const std::lock_guard lock(b.mutex);
    return b.simulator.clock().paused() && b.steps_left == 0;
  };
  if (held()) b.queue.drain(kIdle);
  if (held()) return false;
  b.submit_commands();
  return true;
}

void ROS2Bridge::observed(const sim::Observation& now, const RunStatus& status) {
  Impl& b = *impl_;
  b.last_status = status;
  b.publish(now, status);
  for (const std::string& text : status.errors) b.node->log(ros2::LogLevel::error, text);
  for (const std::string& text : status.warnings) b.node->log(ros2::LogLevel::warning, text);
  const std::lock_guard lock(b.mutex);
  if (b.steps_left == 0) return;
  --b.steps_left;
  b.changed.notify_all();
}

std::vector<std::vector<std::byte>> ROS2Bridge::take_commands() { return std::exchange(impl_->submitted, {}); }
double ROS2Bridge::real_time_factor() const { return impl_->real_time_factor; }

void ROS2Bridge::Impl::publish(const sim::Observation& now, const RunStatus& status) {
  last_seen = {.step = now.step, .stamp = now.stamp, .ego = now.ego, .acceleration = now.acceleration};
  topics->publish(simulator, now, status);
}

void ROS2Bridge::Impl::show() {
  const sim::Observation now = simulator.observe();
  RunStatus status = last_status;
  status.is_paused = simulator.clock().paused();
  status.warnings.clear();
  status.errors.clear();
  for (const sim::Notice& notice : now.notices) {
    if (notice.level == sim::NoticeLevel::error) status.errors.push_back(notice.text);
    if (notice.level == sim::NoticeLevel::warning) status.warnings.push_back(notice.text);
  }
  publish(now, status);
  topics->publish_status(now, simulator.clock().dt(), status);
}

}  // namespace gs::bridge
