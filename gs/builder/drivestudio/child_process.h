// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Another program, run without a shell: its output line by line, an end to it when asked.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"

namespace gs {

struct ChildOptions {
  std::vector<std::string> command{};  // program and arguments
  std::filesystem::path directory{};   // where it runs; empty: here
  double timeout_s = 0;                // 0: none
  double grace_s = 20;                 // between SIGINT, SIGTERM and SIGKILL
  // What it prints on stdout and stderr, without line ends; a carriage return ends a line too. At most 16 kB a line.
  std::function<void(std::string_view)> on_line = [](std::string_view) {};
  std::function<bool()> stop_requested = [] { return false; };
};

struct ChildExit {
  int status = 0;        // exit status, when it ended by itself
  int signal = 0;        // that ended it; 0: none
  bool stopped = false;  // because stop_requested() said so
  bool timed_out = false;

  bool success() const { return status == 0 && signal == 0 && !stopped && !timed_out; }
};

// Runs it to its end. It gets a process group of its own and no input; asked to stop, or out of time, the whole group
// is interrupted, then terminated, then killed. Should this program die, it is terminated. not_found when there is no
// such program.
Result<ChildExit> run_child(const ChildOptions& options);

// The file a command names: itself when it holds a slash, else found on PATH. not_found with a hint.
Result<std::filesystem::path> find_program(const std::string& name);

}  // namespace gs
