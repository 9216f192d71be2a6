// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Commands of gs-synth, one function and one file each.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "gs/config/command_line.h"
#include "gs/core/error.h"

namespace gs::synth {
struct DriveOptions;
}  // namespace gs::synth
namespace gs {

// Each declares its arguments, runs and returns the exit code.
int run_drive(config::CommandLine& line);
int run_truth(config::CommandLine& line);
int run_preview(config::CommandLine& line);
int run_gaussians(config::CommandLine& line);
int run_minimal_world(config::CommandLine& line);
int run_d435i(config::CommandLine& line);

// Declares the options of drives: short names for common ones, all by their full names, and --config.
void add_drive_options(config::CommandLine& line, synth::DriveOptions& options);
// Removes leftovers of interrupted runs beside the output and reports them on stderr.
void tell_leftovers(const std::filesystem::path& output);
// Exit code if one of the files exists and must not be replaced; empty otherwise. Also removes leftovers.
std::optional<int> refuse_outputs(const std::vector<std::filesystem::path>& files, bool force);
// Exit code of an error: 2 configuration, 5 interrupted or not writable.
int exit_code_of(const Error& error);

}  // namespace gs
