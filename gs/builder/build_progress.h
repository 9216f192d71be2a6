// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Progress over a whole build: which of the steps is running, and when everything will be done.
#pragma once

#include <array>
#include <chrono>
#include <string>

#include "gs/builder/workspace.h"
#include "gs/core/progress.h"

namespace gs {

// Seconds until the end of a build, from what its steps were expected to take and what they took so far.
class BuildClock {
 public:
  explicit BuildClock(const std::array<double, kStepCount>& expected_s) : expected_(expected_s) {}

  // The step took this long, or needed nothing.
  void finish(Step step, double seconds);
  // elapsed_s of the running step, of whose present phase `fraction` is done (0: unknown).
  double remaining_s(Step running, double elapsed_s, double fraction) const;

 private:
  // How much slower this machine is than expected, by the steps done so far.
  double factor() const;

  std::array<double, kStepCount> expected_;
  std::array<bool, kStepCount> done_{};
  double done_expected_ = 0, done_took_ = 0;
};

// Passes everything on, with the number of the step before it and the time to the end of the build behind.
class BuildProgress final : public Progress {
 public:
  BuildProgress(Progress& shown, const std::array<double, kStepCount>& expected_s)
      : shown_(shown), clock_(expected_s) {}

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

}  // namespace gs
