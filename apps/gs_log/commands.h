// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The commands of gs-log, one file each.
#pragma once

#include "gs/config/command_line.h"

namespace gs::gs_log {

// Commands of gs-log; each is implemented in the file of its name. They declare their options on `line`, run, and
// return the exit code (docs/exit_codes.md).
int run_info(CommandLine& line);
int run_echo(CommandLine& line);
int run_convert(CommandLine& line);
int run_filter(CommandLine& line);
int run_merge(CommandLine& line);
int run_sort(CommandLine& line);
int run_recover(CommandLine& line);
int run_check(CommandLine& line);
int run_import(CommandLine& line);

// Table of the commands, for main() and tests.
const Program& program();

}  // namespace gs::gs_log
