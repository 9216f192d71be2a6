// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/nodes/world_state_node.h"

#include "gs/bridge/messages/simulation_events.h"

namespace gs::bridge {
namespace {

// First epoch, from the system time in microseconds: a restarted node begins a new run, and epochs must differ.
uint64_t first_epoch() {
  return static_cast<uint64_t>(std::chrono::system_clock::now().time_since_epoch() / std::chrono::microseconds(1));
}

}  // namespace

WorldStateNode::WorldStateNode(ros2::Node& node, sim::Simulator simulator, WorldStateOptions options, StepReport report)
    : node_(node),
      simulator_(std::move(simulator)),
      options_(std::move(options)),
      report_(std::move(report)),
      epoch_(first_epoch()) {}

Result<std::unique_ptr<WorldStateNode>> WorldStateNode::create(ros2::Node& node, sim::Simulator simulator,
                                                               WorldStateOptions options) {
  GS_TRY(StepReport report, StepReport::create(node));
  std::unique_ptr<WorldStateNode> out(
      new WorldStateNode(node, std::move(simulator), std::move(options), std::move(report)));
  GS_CHECK(out->start());
  return out;
}

Result<void> WorldStateNode::start() {
  // /clock belongs to the clock node. The first state is published before the node takes motions, which answer it.
  options_.topics.clock = false;
  GS_TRY(topics_, Topics::create(node_, simulator_, options_.topics));
  GS_TRY(auto core, node_.publish<rosmsg::gs_sim_msgs::EgoCore>(kEgoCoreTopic, ros2::qos::kLatched));
  core_.emplace(std::move(core));
  {
    const std::lock_guard lock(mutex_);
    begin_run();
  }
  GS_CHECK(serve());
  GS_TRY(auto motions, node_.subscribe<rosmsg::gs_sim_msgs::PlanarMotion>(
                           kMotionTopic, [this](const rosmsg::gs_sim_msgs::PlanarMotion& m) { take_motion(m); },
                           ros2::qos::kLatched));
  GS_TRY(auto pauses, node_.subscribe<rosmsg::std_msgs::Bool>(
                          kPausedTopic,
                          [this](const rosmsg::std_msgs::Bool& paused) {
                            const std::lock_guard lock(mutex_);
                            paused_ = paused.data;
                          },
                          ros2::qos::kLatched));
  for (auto* subscription : {&motions, &pauses}) subscriptions_.push_back(std::move(*subscription));
  return {};
}

Result<void> WorldStateNode::serve() {
  using rosmsg::gs_sim_msgs::ResetWorld;
  using rosmsg::gs_sim_msgs::SetEgoPose;
  GS_TRY(auto reset, node_.serve<ResetWorld>("/sim/reset_world", [this](const ResetWorld::Request& request) {
    return this->reset(request);
  }));
  GS_TRY(auto place, node_.serve<SetEgoPose>("/sim/set_ego_pose", [this](const SetEgoPose::Request& request) {
    const std::lock_guard lock(mutex_);
    const double speed = request.twist.linear.x;
    const CheckedPose given = check_pose(request.pose, speed, simulator_.options().vehicle);
    if (given.error) return SetEgoPose::Response{false, to_string(*given.error)};
    const auto refused = simulator_.set_ego_pose(given.map_from_base_link, speed);
    if (refused) return SetEgoPose::Response{false, to_string(*refused)};
    begin_run();  // a placement starts a new epoch, like a reset
    return SetEgoPose::Response{true, "placed" + unused_twist(request.twist)};
  }));
  using rosmsg::gs_sim_msgs::LoadWorld;
  GS_TRY(auto load, node_.serve<LoadWorld>("/sim/load_world", [this](const LoadWorld::Request& request) {
    return load_world(request.world_bundle_path);
  }));
  services_.push_back(std::move(load));
  services_.push_back(std::move(reset));
  services_.push_back(std::move(place));
  return {};
}

// Reads the bundle again and places the vehicle. The other nodes read it when the next state has a higher number of
// reads.
rosmsg::gs_sim_msgs::ResetWorld::Response WorldStateNode::reset(
    const rosmsg::gs_sim_msgs::ResetWorld::Request& request) {
  std::optional<Rigid3d> start;  // empty: initial pose of the bundle
  std::string path;
  {
    const std::lock_guard lock(mutex_);
    path = world_.path;
    if (!is_zero(request.initial_pose.orientation)) {
      const CheckedPose given = check_pose(request.initial_pose, 0, simulator_.options().vehicle);
      if (given.error) return {false, to_string(*given.error)};
      start = given.map_from_base_link;
    }
  }
  std::optional<sim::Simulator> read;
  if (options_.load) {
    auto loaded = options_.load(path);  // slow, so it runs without the lock while the simulation goes on
    if (!loaded) return {false, loaded.error().message};
    read.emplace(*std::move(loaded));
  }
  const std::lock_guard lock(mutex_);
  if (read) {
    // Keep the current step; reset() below sets it back if requested.
    sim::Snapshot now = read->save();
    now.step = simulator_.clock().step();
    read->restore(now);
    simulator_ = *std::move(read);
    ++world_.reads;
    if (const auto announced = topics_->announce_world(simulator_); !announced)
      node_.log(ros2::LogLevel::error, "[ROS2Bridge] NETWORK: " + announced.error().message);
  }
  simulator_.reset(start, request.reset_time);
  begin_run();
  return {true, "reset"};
}

// Loads another world. The other nodes learn of it from the next state, and the clock waits for them.
rosmsg::gs_sim_msgs::LoadWorld::Response WorldStateNode::load_world(const std::string& bundle) {
  rosmsg::gs_sim_msgs::LoadWorld::Response out;
  const auto answer = [&](bool success, std::string message) {
    out.success = success;
    out.message = std::move(message);
    out.world_info = topics_->world_info(simulator_);
    return out;
  };
  if (!options_.load) {
    const std::lock_guard lock(mutex_);
    return answer(false, "this simulator cannot load worlds other than the one it was started with");
  }
  std::error_code ignored;
  const std::filesystem::path path = std::filesystem::absolute(bundle, ignored).lexically_normal();
  auto loaded = options_.load(path);  // slow, so it runs without the lock while the simulation goes on
  const std::lock_guard lock(mutex_);
  if (!loaded) return answer(false, loaded.error().message);
  simulator_ = *std::move(loaded);
  world_ = {path.string(), world_.reads + 1};
  if (const auto announced = topics_->announce_world(simulator_); !announced)
    return answer(false, announced.error().message);
  begin_run();
  return answer(true, "loaded " + world_.path);
}

// Starts a new epoch, so that answers to steps of the old one are ignored.
void WorldStateNode::begin_run() {
  ++epoch_;
  show(simulator_.observe(), {});
}

void WorldStateNode::take_motion(const rosmsg::gs_sim_msgs::PlanarMotion& motion) {
  const std::lock_guard lock(mutex_);
  const StepId id = step_of(motion);
  if (id == present()) {
    // Repeated motion: a node has missed this state or its report.
    [[maybe_unused]] const auto repeated = core_->publish(ego_core_message(id, simulator_, world_));
    return report_.done(simulator_.clock().now());
  }
  if (id != StepId{epoch_, present().step + 1}) return;  // belongs to another run
  if (const auto error = check_motion(motion)) return node_.warn_sometimes(to_string(*error), kMotionTopic);
  sim::Observation now = simulator_.move_to(motion_of(motion));
  now.gear = static_cast<sim::Gear>(motion.gear);
  show(now, motion.warnings);
}

// Publishes an observation to all topics and reports the step.
void WorldStateNode::show(const sim::Observation& now, const std::vector<std::string>& warnings) {
  const auto time = std::chrono::steady_clock::now();
  const double wall_s = std::chrono::duration<double>(time - last_shown_).count();
  last_shown_ = time;
  RunStatus status{.real_time_factor = now.step > 0 ? simulator_.clock().dt().seconds() / wall_s : 0,
                   .step_duration_ms = now.step > 0 ? 1e3 * wall_s : 0,
                   .is_paused = paused_,
                   .warnings = warnings};
  for (const sim::Notice& notice : now.notices) {
    if (notice.level == sim::NoticeLevel::error) status.errors.push_back(notice.text);
    if (notice.level == sim::NoticeLevel::warning) status.warnings.push_back(notice.text);
  }
  topics_->publish(simulator_, now, status);
  if (options_.observed) options_.observed(simulator_, now, status);
  log_notices(node_, now.notices);
  // A lost state is repeated with the next repeated motion.
  [[maybe_unused]] const auto sent = core_->publish(ego_core_message(present(), simulator_, world_));
  report_.done(now.stamp);
}

uint64_t WorldStateNode::step() {
  const std::lock_guard lock(mutex_);
  return simulator_.clock().step();
}

void WorldStateNode::flush() {
  core_->raw().writer().wait_for_acknowledgements(std::chrono::seconds(1));
  report_.flush();
}

}  // namespace gs::bridge
