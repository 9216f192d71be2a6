// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// When a sensor fires. Trigger k of rate r is due at k / r and fires at the nearest step (ties: the earlier), so the
// error is never more than dt / 2 and nothing is skipped. Each trigger is computed from its number: it cannot drift.
#pragma once

#include <cmath>
#include <cstdint>

#include "gs/core/time.h"

namespace gs::sim {

class SensorTrigger {
 public:
  // A rate above 1 / dt fires at every step; is_capped() tells.
  SensorTrigger(double rate_hz, Duration dt)
      : rate_hz_(rate_hz),
        triggers_per_step_(static_cast<long double>(rate_hz) * static_cast<long double>(dt.ns) / 1e9L) {}

  bool fires_at(uint64_t step) const {
    if (is_capped()) return true;
    const auto guess = static_cast<int64_t>(static_cast<long double>(step) * triggers_per_step_);
    for (int64_t k = guess - 1; k <= guess + 1; ++k) {
      if (k >= 0 && step_of(k) == step) return true;
    }
    return false;
  }
  bool is_capped() const { return triggers_per_step_ > 1.0L; }
  double rate_hz() const { return rate_hz_; }

 private:
  uint64_t step_of(int64_t k) const {
    return static_cast<uint64_t>(std::ceil(static_cast<long double>(k) / triggers_per_step_ - 0.5L));
  }
  double rate_hz_;
  long double triggers_per_step_;  // 64 bits of mantissa: ties such as 40 Hz at 10 ms stay exact
};

}  // namespace gs::sim
