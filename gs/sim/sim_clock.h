// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Simulation time in integer steps. It advances when told to; pacing against the wall clock is the caller's loop.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "gs/core/time.h"

namespace gs::sim {

class SimClock {
 public:
  SimClock(Timestamp start, Duration dt) : start_(start), dt_(dt) {}

  uint64_t step() const { return step_; }
  Duration dt() const { return dt_; }
  Timestamp start() const { return start_; }
  Timestamp now() const { return at(step_); }
  // Saturates for steps beyond the range of a Timestamp: step numbers arrive from the network too.
  Timestamp at(uint64_t step) const {
    return start_ + dt_ * static_cast<int64_t>(std::min<uint64_t>(step, std::numeric_limits<int64_t>::max()));
  }
  Duration elapsed() const { return now() - start_; }

  void advance() { ++step_; }
  void set_step(uint64_t step) { step_ = step; }

  bool paused() const { return paused_; }
  void pause() { paused_ = true; }
  void resume() { paused_ = false; }

 private:
  Timestamp start_;
  Duration dt_;
  uint64_t step_ = 0;
  bool paused_ = false;
};

// The longest wall-clock time one step may be given [s]: eleven days stand still for every practical purpose, and no
// sum of them overflows a clock.
inline constexpr double kMaxWallSecondsPerStep = 1e6;

// Wall-clock seconds one step should take: dt / real_time_factor, at most kMaxWallSecondsPerStep; 0 for "as fast as
// possible".
inline double wall_seconds_per_step(Duration dt, double real_time_factor) {
  return real_time_factor > 0 ? std::min(dt.seconds() / real_time_factor, kMaxWallSecondsPerStep) : 0.0;
}

}  // namespace gs::sim
