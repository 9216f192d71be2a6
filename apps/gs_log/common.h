// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Shared by the commands: exit codes, and messages on stderr.
#pragma once

#include <filesystem>

#include "gs/core/file.h"
#include "gs/core/log.h"

namespace gs::gs_log {

// Exit codes of this program (docs/exit_codes.md); usage errors exit with 1.
inline constexpr int kExitInput = 3;
inline constexpr int kExitMissing = 4;
inline constexpr int kExitProcessing = 5;

// Prints the error and returns the exit code: 4 for a missing topic, 1 if the user stopped the program, otherwise 3.
int report_input_error(const Error& error);

// Removes temporary files that killed runs left beside the output, and reports them on stderr.
void tell_leftovers(const std::filesystem::path& output);

}  // namespace gs::gs_log
