// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Services of gs_sim_msgs and std_srvs below /sim.
#include "gs/bridge/services/run_services_impl.h"
#include "gs/core/format.h"

namespace gs::bridge {
namespace {

using namespace std::chrono_literals;

constexpr auto kBeginLimit = 30s;          // wait for a step in progress, such as the first image of a large world
constexpr auto kStepsLimit = 600s;         // time for all steps of one call
constexpr uint64_t kMaxSteps = 1'000'000;  // steps per call: 2.8 simulated hours at 100 Hz

using Event = rosmsg::gs_sim_msgs::SimulationEvent;

}  // namespace

Outcome RunServices::Impl::on_stepping_thread(const std::function<Outcome()>& work) {
  Outcome out;
  if (!queue.run([&] { out = work(); }, kBeginLimit)) return {false, "the simulator is busy or shutting down"};
  return out;
}

// The clock belongs to the stepping thread, so even reading it goes through the queue.
bool RunServices::Impl::is_paused() {
  return on_stepping_thread([&] { return Outcome{simulator.clock().paused(), ""}; }).success;
}

Outcome RunServices::Impl::pause() {
  return on_stepping_thread([&]() -> Outcome {
    if (steps) {
      finish_steps(false, "paused");
      return {true, "paused; the steps in progress were cancelled"};
    }
    if (simulator.clock().paused()) return {true, "already paused"};
    event = event_now(simulator, Event::KIND_PAUSE);
    simulator.pause();
    tell_paused();
    return {true, "paused"};
  });
}

Outcome RunServices::Impl::resume() {
  return on_stepping_thread([&]() -> Outcome {
    if (!simulator.clock().paused()) return {true, "already running"};
    finish_steps(false, "resumed");
    event = event_now(simulator, Event::KIND_RESUME);
    simulator.resume();
    tell_paused();
    return {true, "running"};
  });
}

void RunServices::Impl::step(uint64_t count, Respond respond) {
  if (count > kMaxSteps)
    return respond({false, format("{} steps in one call exceed the limit of {}", count, kMaxSteps)});
  // Only one call may step at a time. The response follows from observed() when all steps are made.
  const Outcome begun = on_stepping_thread([&]() -> Outcome {
    if (!simulator.clock().paused()) return {false, "the simulation is running; pause it before stepping"};
    if (steps) return {false, "steps are in progress; /sim/pause cancels them"};
    steps = Steps{
        .wanted = count, .left = count, .until = std::chrono::steady_clock::now() + kStepsLimit, .respond = respond};
    return {true, ""};
  });
  if (!begun.success) respond(begun);
}

// Answers the pending step call, if any.
void RunServices::Impl::finish_steps(bool success, const std::string& reason) {
  if (!steps) return;
  const Steps done = *std::exchange(steps, std::nullopt);
  if (success) return done.respond({true, format("made {} step(s)", done.wanted)});
  done.respond({false, format("made {} of {} step(s): {}", done.wanted - done.left, done.wanted, reason)});
}

// Loads a bundle and replaces the simulator; the paused flag is kept.
Outcome RunServices::Impl::replace_world(const std::filesystem::path& bundle) {
  auto made = load(bundle);
  if (!made) return {false, made.error().message};
  const bool paused = simulator.clock().paused();
  simulator = *std::move(made);
  paused ? simulator.pause() : simulator.resume();
  if (options.world_changed) options.world_changed();
  return {true, "loaded " + bundle.string()};
}

// Loads the bundle again, so that changed files take effect, then places the vehicle.
Outcome RunServices::Impl::reset(const rosmsg::geometry_msgs::Pose& pose, bool reset_time) {
  std::optional<Rigid3d> start;
  if (!is_zero(pose.orientation)) {
    const CheckedPose given = check_pose(pose, 0, vehicle);
    if (given.error) return {false, to_string(*given.error)};
    start = given.map_from_base_link;
  }
  return on_stepping_thread([&]() -> Outcome {
    Event reset = event_now(simulator, Event::KIND_RESET);
    reset.has_pose = start.has_value();
    reset.pose = pose;
    reset.reset_time = reset_time;
    const uint64_t step = simulator.clock().step();
    const std::filesystem::path bundle = simulator.world().data.bundle_path;  // a copy, because the world is replaced
    const Outcome loaded = replace_world(bundle);
    if (!loaded.success) return loaded;
    // A newly loaded simulator starts at step 0; keep the time if it is not reset.
    if (!reset_time) {
      sim::Snapshot now = simulator.save();
      now.step = step;
      simulator.restore(now);
    }
    simulator.reset(start, reset_time);
    event = std::move(reset);
    return {true, "reset"};
  });
}

// Checks the pose on the service thread, places the vehicle on the stepping thread.
Outcome RunServices::Impl::set_pose(const rosmsg::geometry_msgs::Pose& pose,
                                    const rosmsg::geometry_msgs::Twist& twist) {
  const CheckedPose given = check_pose(pose, twist.linear.x, vehicle);
  if (given.error) return {false, to_string(*given.error)};
  return on_stepping_thread([&]() -> Outcome {
    Event placed = event_now(simulator, Event::KIND_SET_EGO_POSE);
    placed.has_pose = true;
    placed.pose = pose;
    placed.twist = twist;
    if (const auto error = simulator.set_ego_pose(given.map_from_base_link, twist.linear.x))
      return {false, to_string(*error)};
    event = std::move(placed);
    return {true, "placed" + unused_twist(twist)};
  });
}

// Gives back the entities of the start: spawned ones vanish, deleted and moved ones return.
Outcome RunServices::Impl::reset_entities() {
  return on_stepping_thread([&]() -> Outcome {
    event = event_now(simulator, Event::KIND_RESET_ENTITIES);
    simulator.reset_actors();
    return {true, "reset"};
  });
}

LoadedWorld RunServices::Impl::load_world(const std::filesystem::path& bundle) {
  LoadedWorld out;
  out.outcome = on_stepping_thread([&]() -> Outcome {
    Event loading = event_now(simulator, Event::KIND_LOAD_WORLD);
    loading.world_bundle_path = bundle.string();
    const Outcome loaded = replace_world(bundle);
    if (loaded.success) event = std::move(loading);
    // In the same visit: later another service may already have loaded the next world.
    out.info = world_info_message(simulator);
    return loaded;
  });
  return out;
}

// Registers the services below /sim.
Result<void> RunServices::Impl::serve_simulation() {
  using rosmsg::std_srvs::Trigger;
  using namespace rosmsg::gs_sim_msgs;
  const auto answer = [](const Outcome& o) { return Trigger::Response{o.success, o.message}; };
  GS_CHECK(serve<Trigger>("/sim/pause", [this, answer](const auto&) { return answer(pause()); }));
  GS_CHECK(serve<Trigger>("/sim/resume", [this, answer](const auto&) { return answer(resume()); }));
  GS_CHECK(serve_later<Trigger>("/sim/step", [this, answer](const auto&, const auto& respond) {
    step(1, [answer, respond](const Outcome& o) { respond(answer(o)); });
  }));
  GS_CHECK(serve<ResetWorld>("/sim/reset_world", [this](const ResetWorld::Request& request) {
    const Outcome o = reset(request.initial_pose, request.reset_time);
    return ResetWorld::Response{o.success, o.message};
  }));
  GS_CHECK(serve<SetEgoPose>("/sim/set_ego_pose", [this](const SetEgoPose::Request& request) {
    const Outcome o = set_pose(request.pose, request.twist);
    return SetEgoPose::Response{o.success, o.message};
  }));
  GS_CHECK(serve<LoadWorld>("/sim/load_world", [this](const LoadWorld::Request& request) {
    LoadedWorld loaded = load_world(request.world_bundle_path);
    LoadWorld::Response response;
    response.success = loaded.outcome.success;
    response.message = loaded.outcome.message;
    response.world_info = std::move(loaded.info);
    return response;
  }));
  return serve_later<SimulationControl>("/sim/control", [this](const SimulationControl::Request& request,
                                                               const auto& respond) {
    using Request = SimulationControl::Request;
    const auto done = [respond](const Outcome& o) { respond({o.success, o.message}); };
    const bool once = request.step_once && request.command == Request::CMD_PAUSE;
    if (request.command == Request::CMD_STEP) return step(1, done);
    Outcome o{false, format("unknown command {}; use 0 (pause), 1 (resume), 2 (step) or 3 (reset)", request.command)};
    if (request.command == Request::CMD_PAUSE) o = pause();
    if (request.command == Request::CMD_RESUME) o = resume();
    if (request.command == Request::CMD_RESET) o = reset({.orientation = {0, 0, 0, 0}}, true);
    o.success&& once ? step(1, done) : done(o);
  });
}

}  // namespace gs::bridge
