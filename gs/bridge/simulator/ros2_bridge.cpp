// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/simulator/ros2_bridge.h"

#include <utility>

#include "gs/bridge/simulator/bridge_impl.h"

namespace gs::bridge {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxCommands = 64;  // commands that may wait for a step; the oldest is dropped
constexpr auto kIdle = 10ms;              // how long a paused simulator waits for requests per call
constexpr auto kSlice = 20ms;             // longest wait between two calls of `stop`

}  // namespace

ROS2Bridge::ROS2Bridge(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ROS2Bridge::~ROS2Bridge() = default;

// Order: no new work on the stepping thread, pending calls answered, then the endpoints end.
ROS2Bridge::Impl::~Impl() {
  queue.close();
  finish_steps(false, "the simulator is shutting down");
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

// Control is subscribed last, so that commands find a complete bridge.
Result<void> ROS2Bridge::Impl::start() {
  GS_TRY(context, ros2::Context::create({.discovery = options.discovery, .enclave = options.arguments.enclave}));
  ros2::NodeOptions node_options{.name = kSimulatorNode, .arguments = options.arguments, .on_log = options.on_log};
  GS_TRY(node, ros2::Node::create(context, std::move(node_options)));
  GS_CHECK(declare_parameters());
  const bool best_effort_tf = options.best_effort_tf || simulator.options().frames.best_effort_tf;
  GS_TRY(topics, Topics::create(*node, simulator, {options.best_effort_sensors, best_effort_tf}));
  GS_CHECK(serve_simulation());
  GS_CHECK(serve_standard());
  return subscribe_control();
}

Result<void> ROS2Bridge::Impl::subscribe_control() {
  const rosmsg::MessageType* type = rosmsg::find_message_type(control_type(control_mode));
  GS_EXPECT(type != nullptr);
  // Runs on the topic thread: decode and check, then queue for the next step.
  const auto receive = [this](const ros2::Sample& sample) {
    auto command = read_control(control_mode, sample.payload, vehicle);
    if (!command)
      return node->warn_sometimes("[ROS2Bridge] INVALID_CONTROL_INPUT: " + command.error().message, "control");
    {
      const std::lock_guard lock(mutex);
      if (commands.size() == kMaxCommands) commands.pop_front();
      commands.push_back({*std::move(command), {sample.payload.begin(), sample.payload.end()}});
    }
    queue.poke();
  };
  GS_TRY(control, node->subscribe_raw("/vehicle/control_cmd", *type, ros2::qos::kDefault, receive));
  return {};
}

// Submits the queued commands in their order of arrival.
void ROS2Bridge::Impl::submit_commands() {
  std::deque<Received> arrived;
  {
    const std::lock_guard lock(mutex);
    arrived.swap(commands);
  }
  submitted.clear();
  for (Received& received : arrived) {
    simulator.submit(received.command.command, received.command.stamp);
    submitted.push_back(std::move(received.cdr));
  }
}

bool ROS2Bridge::Impl::wait_for_command() {
  using Clock = std::chrono::steady_clock;
  // True also after the time limit: the simulation then goes on with the command it has. False if it must stop, is
  // paused, or a request changed the run.
  if (options.lockstep_timeout_s <= 0) return true;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(options.lockstep_timeout_s));
  const auto has_command = [&] {
    const std::lock_guard lock(mutex);
    return !commands.empty();
  };
  while (!has_command()) {
    const auto left = end - Clock::now();
    if (left <= Clock::duration::zero()) return true;
    if (options.stop && options.stop()) return false;
    attend(std::min<Clock::duration>(left, kSlice));
    if (event || is_held()) return false;
  }
  return true;
}

void ROS2Bridge::Impl::attend(std::chrono::nanoseconds limit) {
  queue.drain(limit, [&] { return event.has_value(); });
  if (steps && std::chrono::steady_clock::now() > steps->until) finish_steps(false, "time limit of 600 s reached");
}

// Requests are served first; a request that changed the run makes the caller observe before it steps.
bool ROS2Bridge::may_step() {
  Impl& b = *impl_;
  b.event.reset();
  b.attend({});
  if (!b.event && b.is_held()) b.attend(kIdle);
  if (b.event || b.is_held() || !b.wait_for_command()) return false;
  b.submit_commands();
  return true;
}

bool ROS2Bridge::wait(std::chrono::nanoseconds limit) {
  impl_->event.reset();
  if (impl_->is_held()) return false;  // a requested single step begins without waiting
  impl_->attend(limit);
  return !impl_->is_held();
}

std::optional<rosmsg::gs_sim_msgs::SimulationEvent> ROS2Bridge::take_event() { return std::exchange(impl_->event, {}); }

void ROS2Bridge::observed(const sim::Observation& now, const RunStatus& status) {
  Impl& b = *impl_;
  b.last_status = status;
  b.last_status.warnings.clear();
  b.last_status.errors.clear();
  b.last_seen = {
      .step = now.step, .stamp = now.stamp, .ego = now.ego, .acceleration = now.acceleration, .status = now.status};
  b.topics->publish(b.simulator, now, status);
  // After an event, the status is published even if it is not due.
  if (!status.is_step && !status_is_due(now.step, b.simulator.clock().dt())) b.publish_status();
  // Only to /rosout: the program that runs the loop prints the notices itself.
  for (const std::string& text : status.errors) b.node->log_to_rosout(ros2::LogLevel::error, text);
  for (const std::string& text : status.warnings) b.node->log_to_rosout(ros2::LogLevel::warning, text);
  if (status.is_step && b.steps && --b.steps->left == 0) b.finish_steps(true, "");
}

std::vector<std::vector<std::byte>> ROS2Bridge::take_commands() { return std::exchange(impl_->submitted, {}); }
double ROS2Bridge::real_time_factor() const { return impl_->real_time_factor; }

void ROS2Bridge::Impl::publish_status() {
  last_status.is_paused = simulator.clock().paused();
  topics->publish_status(last_seen, simulator.clock().dt(), last_status);
}

}  // namespace gs::bridge
