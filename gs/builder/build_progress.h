// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Progress of a whole build: the number of the running step and the estimated time to the end of the build.
#pragma once

#include <array>
#include <chrono>
#include <string>

#include "gs/builder/workspace.h"
#include "gs/core/progress.h"

namespace gs::builder {

// Estimates the remaining time from the planned seconds per step and the measured seconds of finished steps.
class BuildClock {
 public:
  explicit BuildClock(const std::array<double, kStepCount>& expected_s) : expected_(expected_s) {}

  // Records a finished step; `seconds` 0 for a step that was skipped.
  void finish(Step step, double seconds);
  // Seconds to the end of the build. elapsed_s: seconds in the current step; fraction: finished part of its current
  // phase, 0 if unknown.
  double remaining_s(Step running, double elapsed_s, double fraction) const;

 private:
  // Measured / planned time of the finished steps, limited to 0.2 .. 20.
  double factor() const;

  std::array<double, kStepCount> expected_;
  std::array<bool, kStepCount> done_{};
  double done_expected_ = 0, done_took_ = 0;
};

// Forwards everything to `shown`, with "[2/7] " before the phase and the remaining time of the build after it.
class BuildProgress final : public Progress {
 public:
  BuildProgress(Progress& shown, const std::array<double, kStepCount>& expected_s)
      : shown_(shown), clock_(expected_s) {}

  // Call around each step; `number` counts from 1 in run order.
  void enter(Step step, std::size_t number, std::size_t count);
  void leave(Step step);

  void begin(std::string_view what, uint64_t total, std::string_view unit) override;
  void advance(uint64_t done_so_far) override;
  void note(std::string_view text) override;
  void finish() override { shown_.finish(); }
  bool stop_requested() const override { return shown_.stop_requested(); }

 private:
  using Clock = std::chrono::steady_clock;
  void show_note();

  Progress& shown_;
  BuildClock clock_;
  Step step_{};
  std::string place_, note_;
  uint64_t total_ = 0, done_ = 0;
  Clock::time_point entered_{}, noted_{};
};

}  // namespace gs::builder
