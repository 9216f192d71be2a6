// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/progress.h"

#include <unistd.h>

#include <csignal>

#include "gs/core/format.h"
#include "gs/core/log.h"

namespace gs {
namespace {

volatile std::sig_atomic_t interrupted = 0;

// Signal handler: the first signal sets the flag, the second one ends the process at once.
void on_signal(int signal_number) {
  if (interrupted != 0) ::_exit(128 + signal_number);
  interrupted = 1;
}

std::string amount(uint64_t value, std::string_view unit) {
  return unit == "bytes" ? human_bytes(value) : format("{} {}", value, unit);
}

std::string rate(double per_second, std::string_view unit) {
  if (unit == "bytes") return format("{}/s", human_bytes(static_cast<uint64_t>(per_second)));
  return format("{:.{}f} {}/s", per_second, per_second < 10 ? 2 : 0, unit);
}

}  // namespace

void install_interrupt_handler() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

bool interrupt_requested() { return interrupted != 0; }

std::string human_bytes(uint64_t bytes) {
  const auto value = static_cast<double>(bytes);
  if (value >= 1e9) return format("{:.2f} GB", value * 1e-9);
  if (value >= 1e6) return format("{:.1f} MB", value * 1e-6);
  if (value >= 1e3) return format("{:.1f} kB", value * 1e-3);
  return format("{} B", bytes);
}

std::string human_duration(double seconds) {
  if (seconds < 0 || seconds > 1e9) return "?";
  if (seconds < 60) return format("{:.1f}s", seconds);
  const auto whole = static_cast<int64_t>(seconds + 0.5);
  if (whole < 3600) return format("{}m {:02}s", whole / 60, whole % 60);
  return format("{}h {:02}m", whole / 3600, whole / 60 % 60);
}

TerminalProgress::TerminalProgress(std::FILE* out, double quiet_interval_s)
    // A terminal line is redrawn ten times a second.
    : out_(out), terminal_(::isatty(::fileno(out)) == 1), interval_s_(terminal_ ? 0.1 : quiet_interval_s) {}

void TerminalProgress::begin(std::string_view what, uint64_t total, std::string_view unit) {
  if (active_) finish();
  what_ = what;
  unit_ = unit;
  note_.clear();
  total_ = total;
  done_ = 0;
  started_ = shown_ = Clock::now();
  active_ = true;
}

void TerminalProgress::advance(uint64_t done_so_far) {
  done_ = done_so_far;
  const auto now = Clock::now();
  if (std::chrono::duration<double>(now - shown_).count() >= interval_s_) show(now, false);
}

void TerminalProgress::finish() {
  if (!active_) return;
  show(Clock::now(), true);
  active_ = false;
}

void TerminalProgress::show(Clock::time_point now, bool last) {
  shown_ = now;
  if (!is_logged(LogLevel::info)) return;
  const double elapsed = std::chrono::duration<double>(now - started_).count();
  const double speed = elapsed > 0 ? static_cast<double>(done_) / elapsed : 0.0;
  std::string line = what_ + ": " + amount(done_, unit_);
  if (total_ > 0 && !last) {
    line += format(" of {} ({:.0f} %)", amount(total_, unit_),
                   100.0 * static_cast<double>(done_) / static_cast<double>(total_));
  }
  if (speed > 0) line += ", " + rate(speed, unit_);
  if (!last && total_ > done_ && speed > 0)
    line += ", ETA " + human_duration(static_cast<double>(total_ - done_) / speed);
  if (last) line += ", took " + human_duration(elapsed);
  if (!note_.empty()) line += ", " + note_;
  if (terminal_) {
    std::fprintf(out_, "\r\x1b[K%s%s", line.c_str(), last ? "\n" : "");  // back to the start, clear the line
  } else {
    std::fprintf(out_, "%s\n", line.c_str());
  }
  std::fflush(out_);
}

bool TerminalProgress::stop_requested() const { return interrupt_requested(); }

}  // namespace gs
