// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/log.h"

#include <atomic>
#include <cstdio>
#include <string>

#include "gs/core/format.h"
#include "gs/core/text/enum_names.h"

namespace gs {
namespace {

constexpr EnumNames<LogLevel::debug> kLevelNames("error", "warning", "info", "debug");
std::atomic<LogLevel> printed_level{LogLevel::info};

LogLevel level_of(Severity severity) {
  switch (severity) {
    case Severity::notice:
      return LogLevel::info;
    case Severity::warning:
      return LogLevel::warning;
    case Severity::error:
      break;
  }
  return LogLevel::error;
}

}  // namespace

std::string_view to_string(LogLevel level) { return kLevelNames[level]; }

std::optional<LogLevel> log_level_from(std::string_view name) { return kLevelNames.find(name); }

void set_log_level(LogLevel level) { printed_level = level; }
LogLevel log_level() { return printed_level; }
bool is_logged(LogLevel level) { return level <= log_level(); }

void log_message(LogLevel level, std::string_view text) {
  if (!is_logged(level)) return;
  std::string line(text);
  if (!line.ends_with('\n')) line += '\n';
  std::fputs(line.c_str(), stderr);  // one call: lines of several threads do not mix
}

void log_problem(const Problem& problem) { log_message(level_of(problem.severity), to_string(problem)); }

void log_problems(const Problems& problems, Severity least, bool with_hints) {
  for (Problem problem : problems) {
    if (problem.severity < least) continue;
    if (!with_hints) problem.hint.clear();
    log_problem(problem);
  }
  if (problems.not_kept() > 0) log_message(LogLevel::warning, format("... and {} more", problems.not_kept()));
}

}  // namespace gs
