// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decides at which steps a sensor fires. Trigger k of rate r is due at k / r and fires at the nearest step (on a tie,
// the earlier one), so the error is at most dt / 2 and no trigger is skipped. Every trigger is computed from its
// number, so it cannot drift.
#pragma once

#include <cmath>
#include <cstdint>

#include "gs/core/time.h"

namespace gs::sim {

// Trigger of one sensor; stateless.
class SensorTrigger {
 public:
  // A rate above 1 / dt fires at every step; is_capped() is then true.
  SensorTrigger(double rate_hz, Duration dt)
      : rate_hz_(rate_hz),
        triggers_per_step_(static_cast<long double>(rate_hz) * static_cast<long double>(dt.ns) / 1e9L) {}

  // True if one of the triggers falls on this step.
  bool fires_at(uint64_t step) const {
    if (is_capped()) return true;
    // The wanted trigger number is within one of step * dt * rate; rounding is resolved by trying its neighbours.
    const auto guess = static_cast<int64_t>(static_cast<long double>(step) * triggers_per_step_);
    for (int64_t k = guess - 1; k <= guess + 1; ++k) {
      if (k >= 0 && step_of(k) == step) return true;
    }
    return false;
  }
  // Whether the rate exceeds the step rate; and the rate as configured [Hz].
  bool is_capped() const { return triggers_per_step_ > 1.0L; }
  double rate_hz() const { return rate_hz_; }

 private:
  uint64_t step_of(int64_t k) const {
    return static_cast<uint64_t>(std::ceil(static_cast<long double>(k) / triggers_per_step_ - 0.5L));
  }
  double rate_hz_;
  long double triggers_per_step_;  // rate * dt; long double keeps ties such as 40 Hz at 10 ms exact
};

}  // namespace gs::sim
