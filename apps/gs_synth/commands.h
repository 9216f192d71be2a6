// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One function per command of gs-synth, each in its own file.
#pragma once

#include "gs/config/command_line.h"

namespace gs {

int run_minimal_world(CommandLine& line);
int run_d435i(CommandLine& line);

}  // namespace gs
