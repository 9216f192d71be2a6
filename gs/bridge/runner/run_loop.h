// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The loop around a simulator: real-time pacing, source of commands, recorder, and hooks for programs and the ROS 2
// bridge.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "gs/bridge/recorder/recorder.h"
#include "gs/bridge/runner/driving.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

// Statistics of a run.
struct RunReport {
  uint64_t steps = 0;
  double simulated_s = 0, wall_s = 0;
  double mean_step_ms = 0, worst_step_ms = 0;  // computing time of a step, without waiting
  uint64_t late_steps = 0;                     // longer than dt / real_time_factor, or than simulation.max_step_time
  uint64_t slow_renders = 0;                   // longer than the render budget
  uint64_t images = 0, sweeps = 0;
  double render_s = 0, cast_s = 0;  // total time of all images and of all sweeps
  double distance_m = 0;
  bool recording_failed = false;        // the recorder failed; the run went on without it
  std::optional<Error> replay_error{};  // a recorded event could not be applied; the run ended there
  // Mean values: simulated per wall-clock seconds, time per image, time per sweep.
  double real_time_factor() const { return wall_s > 0 ? simulated_s / wall_s : 0; }
  double image_ms() const { return images > 0 ? 1e3 * render_s / static_cast<double>(images) : 0; }
  double sweep_ms() const { return sweeps > 0 ? 1e3 * cast_s / static_cast<double>(sweeps) : 0; }
};

// Callbacks of the loop, all optional. They are called on the thread of run_loop().
struct RunHooks {
  // Called for every notice; notices about late steps and slow renders are limited to one per second.
  std::function<void(const sim::Notice&)> notice;
  // Called after every step, at the start, and after an event that changed the state.
  std::function<void(const sim::Observation&, const RunStatus&)> observed;
  // Returns true to end the run. Called before every step, and every 20 ms while a step waits for the wall clock.
  std::function<bool()> stop;
  // Returns whether the next step may be taken; false while paused, or if an event has changed the run. It waits at
  // most 20 ms per call, and may change the simulator.
  std::function<bool()> may_step;
  // Replaces the sleep of the pacing: waits at most this long and serves requests meanwhile. Returns false if the run
  // was paused.
  std::function<bool(std::chrono::nanoseconds)> wait;
  // Returns the event that the last may_step or wait has applied, once; empty if there was none.
  std::function<std::optional<rosmsg::gs_sim_msgs::SimulationEvent>()> event;
  // Returns the CDR of the commands submitted by may_step since the last call, for the recorder.
  std::function<std::vector<std::vector<std::byte>>()> commands;
  // Returns the current real_time_factor; default: that of the options.
  std::function<double()> real_time_factor;
};

// Runs for duration_s simulated seconds; without a value, until `stop`, the end of the driver's path or the end of the
// replay. The recorder may be null; if it fails, the run goes on without it.
RunReport run_loop(sim::Simulator& simulator, Driving driving, Recorder* recorder, std::optional<double> duration_s,
                   const RunHooks& hooks);

}  // namespace gs::bridge
