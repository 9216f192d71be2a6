// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sleeps so that step n ends at start + n * period, and forgets a backlog it cannot catch up with.
#pragma once

#include <chrono>
#include <cstdint>
#include <thread>

namespace gs::bridge {

class Pacer {
 public:
  using Clock = std::chrono::steady_clock;
  explicit Pacer(double period_s) : period_s_(period_s), start_(Clock::now()) {}

  void restart(double period_s) { period_s_ = period_s, start_ = Clock::now(), steps_ = 0; }
  double period_s() const { return period_s_; }
  void wait() {
    if (period_s_ <= 0) return;
    ++steps_;
    const auto due = start_ + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(period_s_ * static_cast<double>(steps_)));
    const auto now = Clock::now();
    if (due > now) return std::this_thread::sleep_until(due);
    constexpr auto kForget = std::chrono::milliseconds(200);
    if (now - due > kForget) start_ = now, steps_ = 0;
  }

 private:
  double period_s_;  // [s]; 0: does not wait
  Clock::time_point start_;
  uint64_t steps_ = 0;
};

}  // namespace gs::bridge
