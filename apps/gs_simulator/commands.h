// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gs/config/command_line.h"

namespace gs {

// Commands of gs-simulator; each declares its arguments, runs and returns the exit code.
int run_simulator(CommandLine& line);
int print_parameters(CommandLine& line);
int run_node(CommandLine& line);

}  // namespace gs
