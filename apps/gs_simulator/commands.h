// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gs/config/command_line.h"

namespace gs {

int run_simulator(CommandLine& line);
int print_parameters(CommandLine& line);
int run_node(CommandLine& line);

}  // namespace gs
