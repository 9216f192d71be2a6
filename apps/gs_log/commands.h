// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The commands of gs-log, one file each.
#pragma once

#include "gs/config/command_line.h"

namespace gs::gs_log {

// Commands of gs-log; each is implemented in the file of its name. They declare their options on `line`, run, and
// return the exit code (docs/exit_codes.md).
int run_info(config::CommandLine& line);
int run_echo(config::CommandLine& line);
int run_convert(config::CommandLine& line);
int run_filter(config::CommandLine& line);
int run_merge(config::CommandLine& line);
int run_sort(config::CommandLine& line);
int run_recover(config::CommandLine& line);
int run_check(config::CommandLine& line);
int run_import(config::CommandLine& line);
int run_odometry(config::CommandLine& line);

// Table of the commands, for main() and tests.
const config::Program& program();

}  // namespace gs::gs_log
