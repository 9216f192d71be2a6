// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Schedules steps against the wall clock: step n is due at start + n * period. A backlog that is too long to catch up
// with is dropped. The pacer does not sleep; its caller waits in short slices and checks in between whether the run
// should end.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace gs::bridge {

// Schedule of one run.
class Pacer {
 public:
  using Clock = std::chrono::steady_clock;
  // period_s: wall-clock time per step [s], at most kMaxWallSecondsPerStep; 0: never wait.
  explicit Pacer(double period_s, Clock::time_point now = Clock::now()) : period_s_(period_s), start_(now) {}

  // Starts a new schedule at `now`.
  void restart(double period_s, Clock::time_point now = Clock::now()) {
    period_s_ = period_s, start_ = now, steps_ = 0;
  }
  double period_s() const { return period_s_; }
  // Counts a finished step. If the schedule is more than 200 ms behind, it restarts at `now`.
  void count(Clock::time_point now = Clock::now()) {
    if (period_s_ <= 0) return;
    ++steps_;
    constexpr auto kForget = std::chrono::milliseconds(200);
    if (now - due() > kForget) start_ = now, steps_ = 0;
  }
  // Time until the next step may begin; zero or negative: now.
  Clock::duration left(Clock::time_point now = Clock::now()) const {
    return period_s_ <= 0 ? Clock::duration::zero() : due() - now;
  }

 private:
  Clock::time_point due() const {
    constexpr double kFar_s = 1e9;  // thirty years; prevents overflow of the clock
    return start_ + std::chrono::duration_cast<Clock::duration>(
                        std::chrono::duration<double>(std::min(period_s_ * static_cast<double>(steps_), kFar_s)));
  }
  double period_s_;
  Clock::time_point start_;
  uint64_t steps_ = 0;
};

// Longest wait between two checks whether the run should end.
inline constexpr std::chrono::milliseconds kWaitSlice{20};

// Waits in slices of at most kWaitSlice until the pacer is due. `wait(limit)` waits at most `limit` and returns whether
// to continue. Returns false as soon as `wait` does.
template <class Wait>
bool wait_until_due(const Pacer& pacer, const Wait& wait) {
  while (true) {
    const auto left = pacer.left();
    if (left <= Pacer::Clock::duration::zero()) return true;
    if (!wait(std::min<Pacer::Clock::duration>(left, kWaitSlice))) return false;
  }
}

}  // namespace gs::bridge
