// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Whether a log holds what it says it holds.
#pragma once

#include <filesystem>

#include "gs/core/progress.h"
#include "gs/logio/log.h"

namespace gs {

struct CheckReport {
  uint64_t messages = 0;
  uint64_t out_of_order = 0;  // stored after a message with a later time; legal, and slower to play
};

// Reads everything twice, in file order and through the index, with checksums, and compares both with each other and
// with the stated counts and times; reads attachments and metadata; verifies the checksum of an MCAP data section and
// the chunk infos of a ROS 1 bag. What does not agree goes to problems.
Result<CheckReport> check_log(const std::filesystem::path& path, Progress& progress, Problems& problems);

}  // namespace gs
