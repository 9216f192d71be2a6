// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Chooses a reader by the first bytes of a file.
#include <string_view>

#include "gs/core/file.h"
#include "gs/logio/log.h"
#include "gs/logio/mcap/reader.h"
#include "gs/logio/mcap/records.h"

namespace gs {
namespace {

constexpr std::string_view kSqlite("SQLite format 3\0", 16);
constexpr std::string_view kRosbag1 = "#ROSBAG V2.0\n";

template <class Reader>
Result<std::unique_ptr<LogReader>> opened(Result<std::unique_ptr<Reader>> reader) {
  if (!reader) return std::move(reader).error();
  return std::unique_ptr<LogReader>(*std::move(reader));
}

}  // namespace

Result<std::unique_ptr<LogReader>> open_log(const fs::path& path, Problems& problems) {
  if (std::error_code ignored; fs::is_directory(path, ignored)) {
    return fail(ErrorCode::unsupported, "rosbag2 folders are not read: {}", path.string());
  }
  std::string head;
  {
    GS_TRY(const MappedFile file, MappedFile::open(path));
    head = as_text(file.bytes().first(std::min<std::size_t>(file.bytes().size(), 16)));
  }
  if (head.starts_with(mcap::kMagic)) return opened(McapReader::open(path, problems));
  if (head.starts_with(kSqlite)) return fail(ErrorCode::unsupported, "SQLite logs are not read: {}", path.string());
  if (head.starts_with(kRosbag1)) return fail(ErrorCode::unsupported, "ROS 1 bags are not read: {}", path.string());
  return fail(ErrorCode::unsupported, "is no log of a known format: {}", path.string())
      .with_hint("MCAP, rosbag2 (.db3 or folder) and ROS 1 bags (version 2.0) are read");
}

}  // namespace gs
