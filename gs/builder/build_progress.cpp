// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/build_progress.h"

#include <algorithm>

namespace gs::builder {
namespace {

std::size_t index_of(Step step) { return static_cast<std::size_t>(step); }

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

void BuildClock::finish(Step step, double seconds) {
  const std::size_t i = index_of(step);
  if (done_[i]) return;
  done_[i] = true;
  // Skipped steps say nothing about the speed of this machine.
  if (seconds <= 0) return;
  done_expected_ += expected_[i], done_took_ += seconds;
}

// 1 until half a second of planned work is done: shorter steps are dominated by start-up times.
double BuildClock::factor() const {
  if (done_expected_ < 0.5) return 1;
  return std::clamp(done_took_ / done_expected_, 0.2, 20.0);
}

double BuildClock::remaining_s(Step running, double elapsed_s, double fraction) const {
  const double speed = factor();
  // Rest of the running step, by plan.
  double rest = std::max(0.0, expected_[index_of(running)] * speed - elapsed_s);
  // Once enough of the phase is measured, its own speed replaces the planned time.
  if (fraction > 0.02) rest = std::max(rest * (1 - fraction), elapsed_s * (1 - fraction) / fraction);
  for (std::size_t i = 0; i < kStepCount; ++i) {
    // Steps that have not started yet.
    if (!done_[i] && i != index_of(running)) rest += expected_[i] * speed;
  }
  return rest;
}

void BuildProgress::enter(Step step, std::size_t number, std::size_t count) {
  step_ = step, total_ = done_ = 0;
  place_ = format("[{}/{}] ", number, count);
  note_.clear();
  entered_ = noted_ = Clock::now();
}

void BuildProgress::leave(Step step) { clock_.finish(step, seconds_since(entered_)); }

void BuildProgress::begin(std::string_view what, uint64_t total, std::string_view unit) {
  total_ = total, done_ = 0;
  note_.clear();
  shown_.begin(place_ + std::string(what), total, unit);
}

void BuildProgress::advance(uint64_t done_so_far) {
  done_ = done_so_far;
  if (seconds_since(noted_) > 0.5) show_note();
  shown_.advance(done_so_far);
}

void BuildProgress::note(std::string_view text) {
  note_ = text;
  show_note();
}

// Appends the remaining time to the note of the step.
void BuildProgress::show_note() {
  noted_ = Clock::now();
  const double fraction = total_ > 0 ? static_cast<double>(done_) / static_cast<double>(total_) : 0;
  const double rest = clock_.remaining_s(step_, seconds_since(entered_), fraction);
  shown_.note(format("{}{}build {} left", note_, note_.empty() ? "" : ", ", human_duration(rest)));
}

}  // namespace gs::builder
