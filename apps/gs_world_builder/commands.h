// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One function per command of gs-world-builder, each in its own file. Exit codes: docs/formats/world_bundle.md and the
// table of errors every command shares.
#pragma once

#include "gs/config/command_line.h"

namespace gs {

inline constexpr int kExitInput = 3;
inline constexpr int kExitStep = 5;
inline constexpr int kExitValidation = 6;

int run_build_command(CommandLine& line);
int run_rebuild(CommandLine& line);
int run_run_step(CommandLine& line);
int run_validate_config(CommandLine& line);
int run_validate(CommandLine& line);
int run_export(CommandLine& line);
int run_render(CommandLine& line);
int run_render_path(CommandLine& line);

}  // namespace gs
