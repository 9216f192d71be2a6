// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Progress of long work, reported by libraries and shown by programs, and the user's request to stop.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace gs {

// A library function takes a Progress& and calls begin, advance and finish from one thread. stop_requested() may be
// called from any thread; once it returns true, the work returns ErrorCode::interrupted and leaves no partial output.
class Progress {
 public:
  virtual ~Progress() = default;
  // Starts a phase named `what` of `total` units (0: unknown). Unit: "frames", "it"; "bytes" is shown as MB.
  virtual void begin(std::string_view what, uint64_t total, std::string_view unit) = 0;
  virtual void advance(uint64_t done_so_far) = 0;  // absolute, not an increment
  virtual void note(std::string_view text) = 0;    // short live detail: "loss 0.031"
  virtual void finish() = 0;                       // ends the phase
  virtual bool stop_requested() const = 0;
};

// Shows nothing and never asks to stop; for tests and examples.
class NoProgress final : public Progress {
 public:
  void begin(std::string_view, uint64_t, std::string_view) override {}
  void advance(uint64_t) override {}
  void note(std::string_view) override {}
  void finish() override {}
  bool stop_requested() const override { return false; }
};

// On a terminal, one line that is updated with rate and remaining time; in a pipe, a plain line every quiet_interval_s.
class TerminalProgress final : public Progress {
 public:
  explicit TerminalProgress(std::FILE* out = stderr, double quiet_interval_s = 10.0);
  void begin(std::string_view what, uint64_t total, std::string_view unit) override;
  void advance(uint64_t done_so_far) override;
  void note(std::string_view text) override { note_ = text; }
  void finish() override;
  bool stop_requested() const override;  // true after Ctrl-C or SIGTERM, see install_interrupt_handler()

 private:
  using Clock = std::chrono::steady_clock;
  void show(Clock::time_point now, bool last);

  std::FILE* out_;
  bool terminal_;
  double interval_s_;
  std::string what_, unit_, note_;
  uint64_t total_ = 0, done_ = 0;
  Clock::time_point started_{}, shown_{};
  bool active_ = false;
};

// Sizes and durations for people, in progress lines and reports: "12.3 MB", "1.20 GB"; "3m 05s".
std::string human_bytes(uint64_t bytes);
std::string human_duration(double seconds);

// After install_interrupt_handler(), Ctrl-C and SIGTERM set the flag that interrupt_requested() returns; a second
// Ctrl-C ends the program at once.
void install_interrupt_handler();
bool interrupt_requested();

}  // namespace gs
