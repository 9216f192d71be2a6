// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Runs another program without a shell, reads its output line by line and can stop it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"

namespace gs::builder {

// What to run and how.
struct ChildOptions {
  std::vector<std::string> command{};  // program and arguments
  std::filesystem::path directory{};   // working directory; empty: the current one
  double timeout_s = 0;                // 0: no limit
  double grace_s = 20;                 // time between SIGINT, SIGTERM and SIGKILL
  // Receives stdout and stderr line by line, without line ends; a carriage return also ends a line. Lines are cut at 16
  // kB.
  std::function<void(std::string_view)> on_line = [](std::string_view) {};
  std::function<bool()> stop_requested = [] { return false; };
};

// How the program ended.
struct ChildExit {
  int status = 0;        // exit status if it exited by itself
  int signal = 0;        // signal that ended it; 0: none
  bool stopped = false;  // ended because stop_requested() was true
  bool timed_out = false;

  // True if it exited by itself with status 0.
  bool success() const { return status == 0 && signal == 0 && !stopped && !timed_out; }
};

// Runs a program to its end in a process group of its own, with empty input. On stop or timeout the whole group gets
// SIGINT, then SIGTERM, then SIGKILL. If this process dies, the program gets SIGTERM. Errors: not_found if the program
// does not exist, and other system errors.
Result<ChildExit> run_child(const ChildOptions& options);

// Path of the program of a command: itself if it contains a slash, else searched on PATH. Errors: not_found with a
// hint.
Result<std::filesystem::path> find_program(const std::string& name);

}  // namespace gs::builder
