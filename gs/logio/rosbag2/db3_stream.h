// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Delivers the messages of a .db3 file in order. Used by LogReader::read().
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "gs/logio/api/log.h"
#include "gs/logio/rosbag2/db3_tables.h"

namespace gs::logio::rosbag2 {

// Database file on disk or in memory.
struct Db3Source {
  std::filesystem::path path;  // for a file in memory: its name in problems
  std::optional<Bytes> bytes{};

  // Opens a new connection; name() is the file name in problems.
  Result<Database> connect() const { return bytes ? Database::open_read_only(*bytes) : Database::open_read_only(path); }
  std::string name() const { return path.filename().string(); }
};

// References from a stream to its reader.
struct Db3View {
  const Db3Source& source;
  const Db3Tables& tables;
  bool complete = true;  // false: some pages are unreadable, so rows are fetched one by one
};

// Starts a read. Each stream has its own connection, so several can run in parallel. Errors: topic_not_found.
Result<std::unique_ptr<MessageStream>> make_db3_stream(const Db3View& db3, const ReadOptions& options,
                                                       Problems& problems);

}  // namespace gs::logio::rosbag2
