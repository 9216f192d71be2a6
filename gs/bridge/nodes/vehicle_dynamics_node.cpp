// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/nodes/vehicle_dynamics_node.h"

#include "gs/rosmsg/messages/rosgraph_msgs.h"

namespace gs::bridge {
namespace {

constexpr std::size_t kMaxCommands = 64;  // commands that may wait for a step; the oldest is dropped

}  // namespace

VehicleDynamicsNode::VehicleDynamicsNode(ros2::Node& node, sim::Simulator simulator, VehicleDynamicsOptions options,
                                         StepReport report)
    : node_(node),
      simulator_(std::move(simulator)),
      options_(std::move(options)),
      report_(std::move(report)),
      world_(node, options_.load) {}

Result<std::unique_ptr<VehicleDynamicsNode>> VehicleDynamicsNode::create(ros2::Node& node, sim::Simulator simulator,
                                                                         VehicleDynamicsOptions options) {
  GS_TRY(StepReport report, StepReport::create(node));
  std::unique_ptr<VehicleDynamicsNode> out(
      new VehicleDynamicsNode(node, std::move(simulator), std::move(options), std::move(report)));
  GS_CHECK(out->start());
  return out;
}

Result<void> VehicleDynamicsNode::start() {
  GS_TRY(auto motion, node_.publish<rosmsg::gs_sim_msgs::PlanarMotion>(kMotionTopic, ros2::qos::kLatched));
  motion_.emplace(std::move(motion));
  const rosmsg::MessageType* type =
      rosmsg::find_message_type(control_type(simulator_.options().simulation.control_mode));
  GS_EXPECT(type != nullptr);
  GS_TRY(auto commands, node_.subscribe_raw("/vehicle/control_cmd", *type, ros2::qos::kDefault,
                                            [this](const ros2::Sample& sample) { take_command(sample); }));
  GS_TRY(auto states, node_.subscribe<rosmsg::gs_sim_msgs::EgoCore>(
                          kEgoCoreTopic, [this](const rosmsg::gs_sim_msgs::EgoCore& message) { take_state(message); },
                          ros2::qos::kLatched));
  GS_TRY(auto ticks,
         node_.subscribe<rosmsg::rosgraph_msgs::Clock>(
             kClockTopic, [this](const rosmsg::rosgraph_msgs::Clock& now) { tick(now.clock.timestamp()); }));
  for (auto* subscription : {&commands, &states, &ticks}) subscriptions_.push_back(std::move(*subscription));
  return {};
}

// Queues a command for the next step; in lockstep it may complete a step that is waiting.
void VehicleDynamicsNode::take_command(const ros2::Sample& sample) {
  const sim::SimulatorOptions& options = simulator_.options();
  auto command = read_control(options.simulation.control_mode, sample.payload, options.vehicle);
  if (!command)
    return node_.warn_sometimes("[VehicleDynamics] INVALID_CONTROL_INPUT: " + command.error().message, "control");
  if (commands_.size() == kMaxCommands) commands_.pop_front();
  commands_.push_back(*std::move(command));
  if (waiting_until_) compute();
}

void VehicleDynamicsNode::take_state(const rosmsg::gs_sim_msgs::EgoCore& message) {
  if (const auto error = check_ego_core(message)) return node_.warn_sometimes(to_string(*error), kEgoCoreTopic);
  if (world_.follow(world_of(message), simulator_) == WorldFollower::Outcome::missing) return;
  const StepId id = step_of(message.motion);
  // A new epoch starts with an empty command history.
  const bool new_run = !present_ || present_->epoch != id.epoch;
  sim::Snapshot now = simulator_.save();
  now.step = id.step;
  now.ego = ego_core_of(message);
  if (new_run) {
    const Timestamp stamp = simulator_.clock().at(id.step);
    const auto held = sim::hold(0, now.ego.planar.vx, simulator_.options().vehicle);
    now.commands = sim::CommandHistory(held).entries();
    now.newest_command = stamp;
    now.timed_out = false;
    if (options_.driving.driver) options_.driving.driver->restart();
  }
  simulator_.restore(now);
  present_ = id;
  if (answer_ && step_of(*answer_) != StepId{id.epoch, id.step + 1}) answer_.reset();
  waiting_until_.reset();
  report_.done(simulator_.clock().now());
  reported_step_ = id.step;
}

// A tick carries the end time of the requested step. A repeated tick gets the last answer again.
void VehicleDynamicsNode::tick(Timestamp end) {
  if (!present_) return;
  if (end == simulator_.clock().now()) return report_.done(end);  // sim_clock missed the report: repeat it
  if (end != simulator_.clock().at(present_->step + 1)) return;
  if (!answer_ && must_wait()) return;
  if (!answer_) return compute();
  [[maybe_unused]] const auto repeated = motion_->publish(*answer_);
}

// In lockstep, true while no command has arrived and the time limit is not over. It is checked again with every
// repeated tick.
bool VehicleDynamicsNode::must_wait() {
  if (options_.lockstep_timeout_s <= 0 || !commands_.empty()) return false;
  using WallClock = std::chrono::steady_clock;
  if (!waiting_until_) {
    waiting_until_ = WallClock::now() + std::chrono::duration_cast<WallClock::duration>(
                                            std::chrono::duration<double>(options_.lockstep_timeout_s));
  }
  return WallClock::now() < *waiting_until_;
}

// Applies the commands, integrates one step and publishes the motion.
void VehicleDynamicsNode::compute() {
  waiting_until_.reset();
  for (const ArrivedCommand& command : std::exchange(commands_, {})) simulator_.submit(command.command, command.stamp);
  const sim::Observation before = simulator_.observe();
  sim::Notices notices = before.notices;
  submit_driving(options_.driving, before.ego, before.stamp, simulator_, notices);
  const StepId id{present_->epoch, present_->step + 1};
  const Timestamp end = simulator_.clock().at(id.step);
  rosmsg::gs_sim_msgs::PlanarMotion answer = motion_message(id, end, simulator_.next_motion());
  // Gear in force at the end of the step, for /vehicle/state.
  sim::CommandHistory commands({});
  commands.restore(simulator_.save().commands);
  answer.gear = static_cast<uint8_t>(commands.at(end).gear);
  for (const sim::Notice& notice : simulator_.observe().notices) notices.push_back(notice);
  for (const sim::Notice& notice : notices) {
    if (notice.level == sim::NoticeLevel::warning) answer.warnings.push_back(notice.text);
  }
  // A lost answer is repeated with the next tick.
  [[maybe_unused]] const auto sent = motion_->publish(answer);
  answer_ = std::move(answer);
  log_notices(node_, notices);
}

void VehicleDynamicsNode::flush() { report_.flush(); }

}  // namespace gs::bridge
