// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads one rosbag2 SQLite file (.db3).
#pragma once

#include <filesystem>
#include <memory>

#include "gs/logio/api/log.h"

namespace gs::logio {

// Opens a file without locking or changing it, and without creating files beside it. The write-ahead log of a crash is
// read too. Messages compressed one by one (rosbag2 compression mode MESSAGE) are decompressed. Unreadable pages are
// reported and skipped.
Result<std::unique_ptr<LogReader>> open_db3(const std::filesystem::path& path, Problems& problems);

// Opens a database file in memory. `bytes` must outlive the reader; `name` is the file name in problems.
Result<std::unique_ptr<LogReader>> read_db3(Bytes bytes, const std::string& name, Problems& problems);

// True if a file with these first bytes is an SQLite file.
bool is_sqlite(Bytes first_bytes);

}  // namespace gs::logio
