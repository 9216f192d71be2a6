// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Arguments of gs-studio.
#pragma once

#include <filesystem>
#include <string_view>

#include "gs/config/command_line.h"
#include "gs/web/server/listening.h"

namespace gs {

// The exit code when the run or folder cannot be opened, or the port is taken.
inline constexpr int kExitInput = 3;

// Parsed values.
struct StudioArguments : web::Listening {
  std::filesystem::path path;
  double speed = 1;
  bool loop = false;
};

// Declares all options.
void declare(config::CommandLine& line, StudioArguments& a);
// Prints the address of the page, the one for Foxglove if there are `data`, and how to reach them from elsewhere.
void print_addresses(const StudioArguments& a, uint16_t port, std::string_view token, bool data);
// Logs a request that the server refused.
void log_refused(int status, const std::string& reason);
// Returns when the user asks to end the program (Ctrl-C, SIGTERM).
void wait_for_interrupt();

// Serve one recorded run, or the worlds, runs and builds of a folder, until Ctrl-C. Return the exit code.
int play_run(const StudioArguments& a);
int serve_folder(const StudioArguments& a);

}  // namespace gs
