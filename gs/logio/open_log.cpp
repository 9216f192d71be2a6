// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Chooses a reader by the first bytes of a file.
#include <string_view>

#include "gs/core/file.h"
#include "gs/logio/log.h"
#include "gs/logio/mcap/reader.h"
#include "gs/logio/mcap/records.h"
#include "gs/logio/rosbag1/reader.h"
#include "gs/logio/rosbag2/db3_reader.h"
#include "gs/logio/rosbag2/folder.h"

namespace gs {
namespace {

constexpr std::string_view kZstd = "\x28\xB5\x2F\xFD";

template <class Reader>
Result<std::unique_ptr<LogReader>> opened(Result<std::unique_ptr<Reader>> reader) {
  if (!reader) return std::move(reader).error();
  return std::unique_ptr<LogReader>(*std::move(reader));
}

}  // namespace

Result<std::unique_ptr<LogReader>> open_log(const fs::path& path, Problems& problems) {
  if (std::error_code ignored; fs::is_directory(path, ignored)) return open_rosbag2_folder(path, open_log, problems);
  std::string head;
  {
    GS_TRY(const MappedFile file, MappedFile::open(path));
    head = as_text(file.bytes().first(std::min<std::size_t>(file.bytes().size(), 16)));
  }
  if (head.starts_with(mcap::kMagic)) return opened(McapReader::open(path, problems));
  if (is_sqlite(as_bytes(head))) return open_db3(path, problems);
  if (is_rosbag1(as_bytes(head))) return open_rosbag1(path, problems);
  if (head.starts_with(kZstd)) return open_zstd_log(path, open_log, problems);
  return fail(ErrorCode::unsupported, "is no log of a known format: {}", path.string())
      .with_hint("MCAP, rosbag2 (.db3 or folder) and ROS 1 bags (version 2.0) are read");
}

}  // namespace gs
