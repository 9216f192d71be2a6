// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A token bucket: a reserve of work or memory that is spent, and refilled at a constant rate.
#pragma once

#include <algorithm>
#include <cstdint>

#include "gs/core/time.h"

namespace gs::ros2::rtps {

// Starts full. Time must not go back; times are those of the caller.
class Budget {
 public:
  Budget(uint64_t capacity, uint64_t per_second) : capacity_(capacity), per_second_(per_second), left_(capacity) {}

  // Refills the reserve for the time since the last call, and returns how much may be spent now.
  uint64_t available(Timestamp now) {
    const int64_t elapsed_ms = std::clamp<int64_t>((now - last_).ns / 1'000'000, 0, 3'600'000);
    if (elapsed_ms == 0 && now >= last_) return left_;
    last_ = now;
    left_ = std::min(capacity_, left_ + static_cast<uint64_t>(elapsed_ms) * per_second_ / 1000);
    return left_;
  }
  // Spends `amount` and returns true if that much is available; else spends nothing.
  bool take(uint64_t amount, Timestamp now) {
    if (available(now) < amount) return false;
    left_ -= amount;
    return true;
  }
  // Returns unused parts of the reserve, up to the capacity.
  void give_back(uint64_t amount) { left_ = std::min(capacity_, left_ + std::min(amount, capacity_)); }

 private:
  uint64_t capacity_, per_second_, left_;
  Timestamp last_{};
};

}  // namespace gs::ros2::rtps
