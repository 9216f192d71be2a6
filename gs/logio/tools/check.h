// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Verifies that the content of a log agrees with its index and its stated counts.
#pragma once

#include <filesystem>

#include "gs/core/progress.h"
#include "gs/logio/api/log.h"

namespace gs::logio {

// Result of a check; all differences are in the Problems.
struct CheckReport {
  uint64_t messages = 0;
  uint64_t out_of_order = 0;  // messages stored after one with a later time; allowed, but slower to play
};

// Reads the log twice, in file order and through the index, verifying checksums, and compares both with each other and
// with the stated counts and times. Reads attachments and metadata. Verifies the checksum of an MCAP data section and
// the chunk infos of a ROS 1 bag. Differences go to problems. Errors: those of opening the log; interrupted.
Result<CheckReport> check_log(const std::filesystem::path& path, Progress& progress, Problems& problems);

}  // namespace gs::logio
