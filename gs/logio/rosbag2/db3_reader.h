// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads one rosbag2 SQLite file (.db3).
#pragma once

#include <filesystem>
#include <memory>

#include "gs/logio/log.h"

namespace gs {

// Neither locks nor changes the file, and creates nothing beside it; a journal left by a crash is read too. Messages
// compressed one by one (rosbag2's compression mode MESSAGE) come out decompressed. Pages that cannot be read are
// reported and jumped over.
Result<std::unique_ptr<LogReader>> open_db3(const std::filesystem::path& path, Problems& problems);

// The same over a whole database file in memory, which must outlive the reader. name appears in problems.
Result<std::unique_ptr<LogReader>> read_db3(Bytes bytes, const std::string& name, Problems& problems);

// Whether a file with these first bytes is an SQLite file.
bool is_sqlite(Bytes first_bytes);

}  // namespace gs
