// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_simulator/node_parts.h"

#include <thread>

#include "apps/gs_simulator/run_driving.h"
#include "gs/bridge/nodes/sensor_node.h"
#include "gs/bridge/nodes/sim_clock_node.h"
#include "gs/bridge/nodes/vehicle_dynamics_node.h"
#include "gs/bridge/nodes/world_state_node.h"
#include "gs/bridge/recorder/recorder.h"
#include "gs/core/folders/replace.h"
#include "gs/core/progress.h"

namespace gs {
namespace {

// Waits until a node that reacts to others has done last_step, or Ctrl-C. Returns its last step.
template <class Part>
Result<uint64_t> follow(Part& part, std::optional<uint64_t> last_step) {
  while (!interrupt_requested() && (!last_step || part.step() < *last_step))
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  part.flush();
  return part.step();
}

// Loader for reset_world and load_world.
bridge::LoadPart loader(const NodeArguments& a, const sim::SimulatorOptions& options) {
  return [&a, &options](const std::filesystem::path& bundle) { return make_part(a, bundle, options); };
}

// Runs world_state, with an optional recording of its topics.
Result<uint64_t> run_world_state(ros2::Node& node, const NodeArguments& a, sim::Simulator simulator,
                                 const sim::SimulatorOptions& all, std::optional<uint64_t> last_step) {
  std::optional<bridge::Recorder> recorder;
  bridge::WorldStateOptions options{
      .topics = {.best_effort_tf = a.best_effort_tf || all.frames.best_effort_tf, .sensors_elsewhere = all.sensors},
      .load = loader(a, all)};
  if (!a.record.empty()) {
    GS_CHECK(may_overwrite(a.record, a.force));
    GS_TRY(auto made, bridge::Recorder::create(a.record, {}));
    recorder.emplace(std::move(made));
    GS_CHECK(recorder->begin(simulator));
    options.observed = [&](const sim::Simulator& now, const sim::Observation& seen, bridge::RunStatus status) {
      // Measured times are not recorded: they would make two recordings of the same run differ.
      status.real_time_factor = status.step_duration_ms = 0;
      if (last_step && seen.step > *last_step) return;
      if (const auto kept = recorder->record(now, seen, status); !kept)
        node.warn_sometimes("[Recorder] RECORDING_STOPPED: " + kept.error().message);
    };
  }
  GS_TRY(auto part, bridge::WorldStateNode::create(node, std::move(simulator), std::move(options)));
  GS_TRY(const uint64_t steps, follow(*part, last_step));
  part.reset();
  if (recorder) GS_CHECK(recorder->close());
  return steps;
}

}  // namespace

Result<uint64_t> run_part(ros2::Node& node, const NodeArguments& a, sim::Simulator simulator,
                          const sim::SimulatorOptions& options) {
  std::optional<uint64_t> last_step;
  if (a.duration) last_step = static_cast<uint64_t>(std::llround(*a.duration / simulator.clock().dt().seconds()));
  if (a.kind == "sim_clock") {
    GS_TRY(auto part, bridge::SimClockNode::create(node, simulator.clock(),
                                                   {.real_time_factor = options.simulation.real_time_factor,
                                                    .start_paused = options.simulation.start_paused,
                                                    .step_limit_s = a.step_limit,
                                                    .needed = a.wait_for}));
    return part->run(last_step, interrupt_requested);
  }
  if (a.kind == "vehicle_dynamics") {
    GS_TRY(auto driving, make_driving(a, simulator));
    // Resets and placements change the vehicle state, which world_state owns.
    if (driving.replay && driving.replay->has_events()) {
      return fail(ErrorCode::unsupported, "{} contains resets or placements, which vehicle_dynamics cannot replay",
                  a.replay_control.string())
          .with_hint("use gs-simulator run --replay-control, which replays them in one process");
    }
    GS_TRY(auto part, bridge::VehicleDynamicsNode::create(
                          node, std::move(simulator), {std::move(driving), a.lockstep_timeout, loader(a, options)}));
    return follow(*part, last_step);
  }
  if (a.kind == "world_state") return run_world_state(node, a, std::move(simulator), options, last_step);
  GS_TRY(auto part, bridge::SensorNode::create(node, std::move(simulator),
                                               {.best_effort_sensors = a.best_effort_sensors}, loader(a, options)));
  return follow(*part, last_step);
}

}  // namespace gs
