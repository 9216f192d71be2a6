// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gs/config/command_line.h"

namespace gs {

// Commands of gs-ros2; each declares its arguments, runs and returns the exit code.
int run_topic(config::CommandLine& line);
int run_service(config::CommandLine& line);
int run_node(config::CommandLine& line);
int run_param(config::CommandLine& line);
int run_bag(config::CommandLine& line);

}  // namespace gs
