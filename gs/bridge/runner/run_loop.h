// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The loop around a simulator: pacing against the wall clock, a source of commands, a recorder, and who gets told.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "gs/bridge/recorder/recorder.h"
#include "gs/bridge/runner/driving.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

struct RunReport {
  uint64_t steps = 0;
  double simulated_s = 0, wall_s = 0;
  double mean_step_ms = 0, worst_step_ms = 0;
  uint64_t late_steps = 0;    // longer than dt / real_time_factor, or than simulation.max_step_time
  uint64_t slow_renders = 0;  // over sensors.camera.render_budget_ms
  uint64_t images = 0, sweeps = 0;
  double render_s = 0, cast_s = 0;  // what all images and all sweeps took
  double distance_m = 0;
  bool recording_failed = false;
  std::optional<Error> replay_error{};  // a recorded event could not be carried out: the run ended there
  double real_time_factor() const { return wall_s > 0 ? simulated_s / wall_s : 0; }
  double image_ms() const { return images > 0 ? 1e3 * render_s / static_cast<double>(images) : 0; }
  double sweep_ms() const { return sweeps > 0 ? 1e3 * cast_s / static_cast<double>(sweeps) : 0; }
};

struct RunHooks {
  std::function<void(const sim::Notice&)> notice;  // told once per occurrence, rate-limited for late steps
  // After every step, at the start, and after an event that changed the state.
  std::function<void(const sim::Observation&, const RunStatus&)> observed;
  std::function<bool()> stop;  // asked before every step, and every 20 ms while a step waits for the wall clock
  // Asked next; false: not now, or an event has changed the run. It waits for at most 20 ms at a time, and may change
  // the simulator.
  std::function<bool()> may_step;
  // Waits at most that long for the wall clock, doing what others ask for; false: the run was paused meanwhile.
  std::function<bool(std::chrono::nanoseconds)> wait;
  // The event that the last may_step or wait has carried out, once.
  std::function<std::optional<gs_sim_msgs::SimulationEvent>()> event;
  // CDR of the commands that may_step submitted since it was last asked, for the recorder.
  std::function<std::vector<std::vector<std::byte>>()> commands;
  std::function<double()> real_time_factor;  // where it can change; default: that of the options
};

// Runs until duration_s (nothing: until stopped, the driver has arrived, or the replay ends the run). The recorder may
// be null; if it fails the run goes on without it.
RunReport run_loop(sim::Simulator& simulator, Driving driving, Recorder* recorder, std::optional<double> duration_s,
                   const RunHooks& hooks);

}  // namespace gs::bridge
