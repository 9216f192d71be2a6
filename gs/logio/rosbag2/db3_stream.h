// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of a .db3 in order. Internal: users see LogReader::read.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "gs/logio/log.h"
#include "gs/logio/rosbag2/db3_tables.h"

namespace gs::rosbag2 {

// Where connections to a database lead: to a file, or to the bytes of one.
struct Db3Source {
  std::filesystem::path path;  // of bytes: the name in problems
  std::optional<Bytes> bytes{};

  Result<Database> connect() const { return bytes ? Database::open_read_only(*bytes) : Database::open_read_only(path); }
  std::string name() const { return path.filename().string(); }
};

struct Db3View {
  const Db3Source& source;
  const Db3Tables& tables;
  bool complete = true;  // false: some pages cannot be read, so rows are fetched one by one
};

// A stream has a connection of its own, so that several may run at once.
Result<std::unique_ptr<MessageStream>> make_db3_stream(const Db3View& db3, const ReadOptions& options,
                                                       Problems& problems);

}  // namespace gs::rosbag2
