// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The simulator's own services: /sim/...
#include "gs/bridge/ros2/simulator/bridge_impl.h"
#include "gs/rosmsg/geometry.h"

namespace gs::bridge {
namespace {

using namespace std::chrono_literals;

constexpr auto kBeginLimit = 30s;  // a step in progress may be long: the first image of a large world
constexpr auto kStepsLimit = 600s;

bool is_zero(const geometry_msgs::Quaternion& q) { return q.x == 0 && q.y == 0 && q.z == 0 && q.w == 0; }

}  // namespace

Outcome ROS2Bridge::Impl::on_stepping_thread(const std::function<Outcome()>& work) {
  Outcome out;
  if (!queue.run([&] { out = work(); }, kBeginLimit)) return {false, "the simulator is busy or ending"};
  return out;
}

bool ROS2Bridge::Impl::is_paused() {
  return on_stepping_thread([&] { return Outcome{simulator.clock().paused(), ""}; }).success;
}

Outcome ROS2Bridge::Impl::pause() {
  return on_stepping_thread([&]() -> Outcome {
    if (simulator.clock().paused()) return {true, "was paused already"};
    simulator.pause();
    show();
    return {true, "paused"};
  });
}

Outcome ROS2Bridge::Impl::resume() {
  return on_stepping_thread([&]() -> Outcome {
    if (!simulator.clock().paused()) return {true, "was running already"};
    simulator.resume();
    return {true, "running"};
  });
}

Outcome ROS2Bridge::Impl::step(uint64_t count) {
  const Outcome begun = on_stepping_thread([&]() -> Outcome {
    if (!simulator.clock().paused()) return {false, "the simulation is running; pause it before stepping"};
    const std::lock_guard lock(mutex);
    if (steps_left > 0) return {false, "steps are in progress"};
    steps_left = count;
    return {true, ""};
  });
  if (!begun.success) return begun;
  std::unique_lock lock(mutex);
  const bool done = changed.wait_for(lock, kStepsLimit, [&] { return ending || steps_left == 0; });
  if (!done || ending) return {false, "the steps did not end in time"};
  return {true, format("made {} step(s)", count)};
}

Outcome ROS2Bridge::Impl::replace_world(const std::filesystem::path& bundle) {
  auto made = load(bundle);
  if (!made) return {false, made.error().message};
  const bool paused = simulator.clock().paused();
  simulator = *std::move(made);
  if (paused) simulator.pause();
  if (const auto announced = topics->announce_world(simulator); !announced) return {false, announced.error().message};
  return {true, "loaded " + bundle.string()};
}

Outcome ROS2Bridge::Impl::reset(const geometry_msgs::Pose& pose, bool reset_time) {
  std::optional<Rigid3d> start;
  if (!is_zero(pose.orientation)) {
    auto given = to_rigid(pose);
    if (!given) return {false, "[EgoStateCore] INVALID_QUATERNION: " + given.error().message};
    start = *given;
  }
  return on_stepping_thread([&]() -> Outcome {
    const uint64_t step = simulator.clock().step();
    const std::filesystem::path bundle = simulator.world().data.bundle_path;  // goes with the world it belongs to
    const Outcome loaded = replace_world(bundle);
    if (!loaded.success) return loaded;
    if (!reset_time) {
      sim::Snapshot now = simulator.save();
      now.step = step;
      simulator.restore(now);
    }
    simulator.reset(start, reset_time);
    show();
    return {true, "reset"};
  });
}

Outcome ROS2Bridge::Impl::set_pose(const geometry_msgs::Pose& pose, const geometry_msgs::Twist& twist) {
  const Rigid3d target{{pose.orientation.x, pose.orientation.y, pose.orientation.z, pose.orientation.w},
                       to_vec(pose.position)};
  return on_stepping_thread([&]() -> Outcome {
    if (const auto error = simulator.set_ego_pose(target, twist.linear.x)) return {false, to_string(*error)};
    show();
    return {true, "placed"};
  });
}

Outcome ROS2Bridge::Impl::load_world(const std::filesystem::path& bundle) {
  return on_stepping_thread([&]() -> Outcome {
    const Outcome loaded = replace_world(bundle);
    if (loaded.success) show();
    return loaded;
  });
}

Result<void> ROS2Bridge::Impl::serve_simulation() {
  using std_srvs::Trigger;
  using namespace gs_sim_msgs;
  const auto answer = [](const Outcome& o) { return Trigger::Response{o.success, o.message}; };
  GS_CHECK(serve<Trigger>("/sim/pause", [this, answer](const auto&) { return answer(pause()); }));
  GS_CHECK(serve<Trigger>("/sim/resume", [this, answer](const auto&) { return answer(resume()); }));
  GS_CHECK(serve<Trigger>("/sim/step", [this, answer](const auto&) { return answer(step(1)); }));
  GS_CHECK(serve<ResetWorld>("/sim/reset_world", [this](const ResetWorld::Request& request) {
    const Outcome o = reset(request.initial_pose, request.reset_time);
    return ResetWorld::Response{o.success, o.message};
  }));
  GS_CHECK(serve<SetEgoPose>("/sim/set_ego_pose", [this](const SetEgoPose::Request& request) {
    const Outcome o = set_pose(request.pose, request.twist);
    return SetEgoPose::Response{o.success, o.message};
  }));
  GS_CHECK(serve<LoadWorld>("/sim/load_world", [this](const LoadWorld::Request& request) {
    LoadWorld::Response response;
    const Outcome o = load_world(request.world_bundle_path);
    on_stepping_thread([&] {
      response.world_info = world_info_message(simulator);
      return Outcome{};
    });
    response.success = o.success;
    response.message = o.message;
    return response;
  }));
  return serve<SimulationControl>("/sim/control", [this](const SimulationControl::Request& request) {
    using Request = SimulationControl::Request;
    Outcome o{false, format("unknown command {}", request.command)};
    if (request.command == Request::CMD_PAUSE) o = pause();
    if (request.command == Request::CMD_RESUME) o = resume();
    if (request.command == Request::CMD_STEP) o = step(1);
    if (request.command == Request::CMD_RESET) o = reset({.orientation = {0, 0, 0, 0}}, true);
    if (o.success && request.step_once && request.command == Request::CMD_PAUSE) o = step(1);
    return SimulationControl::Response{o.success, o.message};
  });
}

}  // namespace gs::bridge
