// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gs/config/command_line.h"

namespace gs {

// Commands of gs-ros2; each declares its arguments, runs and returns the exit code.
int run_topic(CommandLine& line);
int run_service(CommandLine& line);
int run_node(CommandLine& line);
int run_param(CommandLine& line);
int run_bag(CommandLine& line);

}  // namespace gs
