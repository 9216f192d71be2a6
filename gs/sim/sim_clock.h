// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Simulation time, counted in integer steps. The caller advances it; waiting for the wall clock is done by the caller's
// loop.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "gs/core/time.h"

namespace gs::sim {

// Time of a step is start + step * dt, computed from the step number, so that rounding errors never add up.
class SimClock {
 public:
  SimClock(Timestamp start, Duration dt) : start_(start), dt_(dt) {}

  // Current step and times. now() and elapsed() refer to the current step.
  uint64_t step() const { return step_; }
  Duration dt() const { return dt_; }
  Timestamp start() const { return start_; }
  Timestamp now() const { return at(step_); }
  // Time of any step. Steps beyond the range of a Timestamp saturate, because step numbers also arrive from the
  // network.
  Timestamp at(uint64_t step) const {
    return start_ + dt_ * static_cast<int64_t>(std::min<uint64_t>(step, std::numeric_limits<int64_t>::max()));
  }
  Duration elapsed() const { return now() - start_; }

  // Moves to the next step, or to any step.
  void advance() { ++step_; }
  void set_step(uint64_t step) { step_ = step; }

  // Paused flag. It does not stop advance(); the loop that steps the simulator obeys it.
  bool paused() const { return paused_; }
  void pause() { paused_ = true; }
  void resume() { paused_ = false; }

 private:
  Timestamp start_;
  Duration dt_;
  uint64_t step_ = 0;
  bool paused_ = false;
};

// Upper limit of the wall-clock time of one step [s]. 1e6 s (11 days) is longer than any useful step, and sums of it do
// not overflow a clock.
inline constexpr double kMaxWallSecondsPerStep = 1e6;

// Wall-clock seconds per step: dt / real_time_factor, at most kMaxWallSecondsPerStep. 0 if real_time_factor is 0, which
// means "as fast as possible".
inline double wall_seconds_per_step(Duration dt, double real_time_factor) {
  return real_time_factor > 0 ? std::min(dt.seconds() / real_time_factor, kMaxWallSecondsPerStep) : 0.0;
}

}  // namespace gs::sim
