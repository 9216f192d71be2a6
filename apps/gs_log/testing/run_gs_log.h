// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Test support: runs gs-log.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apps/gs_log/commands.h"

namespace gs::gs_log::testing {

// Exit code and captured output.
struct Ran {
  int exit = 0;
  std::string out, err;
};

// Runs gs-log inside the test process and captures its output.
inline Ran run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "gs-log");
  std::vector<const char*> argv;
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  Ran ran;
  ran.exit = config::run_program(gs_log::program(), static_cast<int>(argv.size()), argv.data());
  ran.out = ::testing::internal::GetCapturedStdout();
  ran.err = ::testing::internal::GetCapturedStderr();
  return ran;
}

}  // namespace gs::gs_log::testing
