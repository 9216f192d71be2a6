// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gs/config/command_line.h"

namespace gs {

// Commands of gs-simulator; each declares its arguments, runs and returns the exit code.
int run_simulator(config::CommandLine& line);
int print_parameters(config::CommandLine& line);
int run_serve(config::CommandLine& line);
int run_node(config::CommandLine& line);

}  // namespace gs
