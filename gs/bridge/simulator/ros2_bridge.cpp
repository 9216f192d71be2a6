// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/simulator/ros2_bridge.h"

#include <utility>

#include "gs/bridge/messages/control_messages.h"
#include "gs/bridge/simulator/bridge_impl.h"

namespace gs::bridge {

ROS2Bridge::ROS2Bridge(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ROS2Bridge::~ROS2Bridge() = default;

// Order: no new work on the stepping thread, pending calls answered, then the endpoints end.
ROS2Bridge::Impl::~Impl() {
  if (run) run->close();
  services.clear();
  control.reset();
  topics.reset();
}

Result<std::unique_ptr<ROS2Bridge>> ROS2Bridge::create(sim::Simulator& simulator, const Ros2BridgeOptions& options,
                                                       Load load) {
  auto impl = std::make_unique<Impl>(simulator, options);
  GS_CHECK(impl->start(std::move(load)));
  return std::unique_ptr<ROS2Bridge>(new ROS2Bridge(std::move(impl)));
}

// Control is subscribed last, so that commands find a complete bridge.
Result<void> ROS2Bridge::Impl::start(Load load) {
  GS_TRY(context, ros2::Context::create({.discovery = options.discovery, .enclave = options.arguments.enclave}));
  ros2::NodeOptions node_options{.name = kSimulatorNode, .arguments = options.arguments, .on_log = options.on_log};
  GS_TRY(node, ros2::Node::create(context, std::move(node_options)));
  make_run(std::move(load));
  GS_CHECK(declare_parameters());
  const bool best_effort_tf = options.best_effort_tf || simulator.options().frames.best_effort_tf;
  GS_TRY(topics, Topics::create(*node, simulator, {options.best_effort_sensors, best_effort_tf}));
  GS_CHECK(run->serve([&](ServiceDescription service) -> Result<void> {
    GS_TRY(auto made, node->serve_later_raw(service.name, *service.type->request, *service.type->response,
                                            ros2::qos::kServices, std::move(service.handler)));
    services.push_back(std::move(made));
    return {};
  }));
  return subscribe_control();
}

void ROS2Bridge::Impl::make_run(Load load) {
  RunServicesOptions of_run{
      .lockstep_timeout_s = options.lockstep_timeout_s, .worlds_folder = options.worlds_folder, .stop = options.stop};
  of_run.world_changed = [this] {
    if (const auto announced = topics->announce_world(simulator); !announced)
      node->log(ros2::LogLevel::error, "[ROS2Bridge] NETWORK: " + announced.error().message);
  };
  of_run.paused_or_resumed = [this] { publish_status(); };
  run = RunServices::create(simulator, std::move(of_run), std::move(load));
}

Result<void> ROS2Bridge::Impl::subscribe_control() {
  const rosmsg::MessageType* type =
      rosmsg::find_message_type(control_type(simulator.options().simulation.control_mode));
  GS_EXPECT(type != nullptr);
  // Runs on the topic thread: decode and check, then queue for the next step.
  const auto receive = [this](const ros2::Sample& sample) {
    if (const auto received = run->receive_command(sample.payload); !received)
      node->warn_sometimes("[ROS2Bridge] INVALID_CONTROL_INPUT: " + received.error().message, "control");
  };
  GS_TRY(control, node->subscribe_raw("/vehicle/control_cmd", *type, ros2::qos::kDefault, receive));
  return {};
}

bool ROS2Bridge::may_step() { return impl_->run->may_step(); }
bool ROS2Bridge::wait(std::chrono::nanoseconds limit) { return impl_->run->wait(limit); }
std::optional<rosmsg::gs_sim_msgs::SimulationEvent> ROS2Bridge::take_event() { return impl_->run->take_event(); }

void ROS2Bridge::observed(const sim::Observation& now, const RunStatus& status) {
  Impl& b = *impl_;
  b.topics->publish(b.simulator, now, status);
  // Only to /rosout: the program that runs the loop prints the notices itself.
  for (const std::string& text : status.errors) b.node->log_to_rosout(ros2::LogLevel::error, text);
  for (const std::string& text : status.warnings) b.node->log_to_rosout(ros2::LogLevel::warning, text);
  b.run->observed(now, status);
  // After an event, the status is published even if it is not due.
  if (!status.is_step && !status_is_due(now.step, b.simulator.clock().dt())) b.publish_status();
}

std::vector<std::vector<std::byte>> ROS2Bridge::take_commands() { return impl_->run->take_commands(); }
double ROS2Bridge::real_time_factor() const { return impl_->run->real_time_factor(); }

void ROS2Bridge::Impl::publish_status() {
  topics->publish_status(run->last_seen(), simulator.clock().dt(), run->last_status());
}

}  // namespace gs::bridge
