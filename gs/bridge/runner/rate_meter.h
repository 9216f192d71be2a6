// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Measures the real-time factor (simulated seconds per wall-clock second) over the last second.
#pragma once

#include <deque>

namespace gs::bridge {

// Sliding window over the finished steps.
class RateMeter {
 public:
  // Adds a step of dt_s simulated seconds that ended at wall_s [s, any epoch]. Returns the new rate.
  double add(double wall_s, double dt_s) {
    constexpr double kSpan_s = 1.0;
    steps_.push_back({wall_s, dt_s});
    simulated_s_ += dt_s;
    while (steps_.size() > 2 && steps_[1].wall_s < wall_s - kSpan_s) {
      steps_.pop_front();
      simulated_s_ -= steps_.front().dt_s;
    }
    return rate();
  }
  // Real-time factor over the window; 0 before the second step.
  double rate() const {
    const double span_s = steps_.size() < 2 ? 0 : steps_.back().wall_s - steps_.front().wall_s;
    return span_s > 0 ? simulated_s_ / span_s : 0;
  }
  // Empties the window after a pause, a reset or a change of the world.
  void restart(double wall_s) {
    steps_.assign(1, {wall_s, 0});
    simulated_s_ = 0;
  }

 private:
  struct Step {
    double wall_s, dt_s;
  };
  std::deque<Step> steps_;  // the first marks the start of the window; its dt_s is not counted
  double simulated_s_ = 0;
};

}  // namespace gs::bridge
