// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One function per command of gs-world-builder, each in its own file. Exit codes: docs/gs-world-builder.md.
#pragma once

#include <filesystem>

#include "gs/config/command_line.h"

namespace gs {

// Exit codes besides those of a build error: unreadable input, failed step, invalid bundle.
inline constexpr int kExitInput = 3;
inline constexpr int kExitStep = 5;
inline constexpr int kExitValidation = 6;

// Reports that a bundle could not be loaded and returns the exit code: kExitInput if there is no folder at the path,
// else kExitValidation.
int report_bundle_error(const std::filesystem::path& bundle, const Error& error);

// Each function registers its options, parses the command line, runs the command and returns the exit code.
int run_inspect(config::CommandLine& line);
int run_build_command(config::CommandLine& line);
int run_rebuild(config::CommandLine& line);
int run_run_step(config::CommandLine& line);
int run_validate_config(config::CommandLine& line);
int run_validate(config::CommandLine& line);
int run_export(config::CommandLine& line);
int run_render(config::CommandLine& line);
int run_render_path(config::CommandLine& line);
int run_actors(config::CommandLine& line);

}  // namespace gs
