// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Simulated seconds per second of wall time, over the last second.
#pragma once

#include <deque>

namespace gs::bridge {

class RateMeter {
 public:
  // A step of dt_s simulated seconds ended at wall_s seconds, from any beginning. Returns the rate.
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
  double rate() const {
    const double span_s = steps_.size() < 2 ? 0 : steps_.back().wall_s - steps_.front().wall_s;
    return span_s > 0 ? simulated_s_ / span_s : 0;
  }
  // A pause, a reset or another world: what was before says nothing about the present.
  void restart(double wall_s) {
    steps_.assign(1, {wall_s, 0});
    simulated_s_ = 0;
  }

 private:
  struct Step {
    double wall_s, dt_s;
  };
  std::deque<Step> steps_;  // the first is where the span begins; its dt is not counted
  double simulated_s_ = 0;
};

}  // namespace gs::bridge
