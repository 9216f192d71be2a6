// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of a program to its user, on standard error. Only programs log; libraries return errors and collect
// problems. The level is one per process: --log-level of every program sets it (gs/config/command_line.h).
#pragma once

#include <optional>
#include <string_view>

#include "gs/core/problems.h"

namespace gs {

// Levels from rare to frequent. error: a result is missing; warning: a result may differ from what was asked; info: for
// the user, progress included; debug: for developers.
enum class LogLevel { error, warning, info, debug };

// "error", "warning", "info" or "debug".
std::string_view to_string(LogLevel level);
// The level of that name; empty for any other text.
std::optional<LogLevel> log_level_from(std::string_view name);

// Sets the most frequent level that is still printed; the default is info. Safe to call from any thread.
void set_log_level(LogLevel level);
// The level that set_log_level() set.
LogLevel log_level();
// True if messages of this level are printed.
bool is_logged(LogLevel level);

// Prints `text` and a line break, unless it ends with one, if the level is printed.
void log_message(LogLevel level, std::string_view text);
// Prints a problem as one line; a notice counts as info.
void log_problem(const Problem& problem);
// Prints every kept problem of severity `least` or worse, and how many were not kept; with_hints: with their hints.
void log_problems(const Problems& problems, Severity least = Severity::notice, bool with_hints = true);

}  // namespace gs
