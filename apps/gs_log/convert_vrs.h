// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// gs-log convert FILE.vrs OUT.mcap
#pragma once

#include <filesystem>

#include "apps/gs_log/common.h"
#include "apps/gs_log/write_log.h"

namespace gs::gs_log {

// True if the file begins with the VRS magic.
bool is_vrs_file(const std::filesystem::path& path);

// Writes the MCAP file, prints a summary and returns the exit code.
int convert_vrs(const std::filesystem::path& input, const WriteJob& job);

}  // namespace gs::gs_log
