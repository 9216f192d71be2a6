// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One function per command of gs-synth, each in its own file.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "gs/config/command_line.h"
#include "gs/core/error.h"

namespace gs {

struct DriveOptions;

int run_drive(CommandLine& line);
int run_truth(CommandLine& line);
int run_preview(CommandLine& line);
int run_gaussians(CommandLine& line);
int run_minimal_world(CommandLine& line);
int run_d435i(CommandLine& line);

// The options drive and truth share: short names for the common ones, all of them by their full names and --config.
void add_drive_options(CommandLine& line, DriveOptions& options);
// Removes what killed runs left beside the output and names it on stderr.
void tell_leftovers(const std::filesystem::path& output);
// The exit code when one of the files exists and may not be replaced. Names and removes what killed runs left there.
std::optional<int> refuse_outputs(const std::vector<std::filesystem::path>& files, bool force);
// Configuration 2, interrupted and writing 5.
int exit_code_of(const Error& error);

}  // namespace gs
