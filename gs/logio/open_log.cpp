// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Chooses a reader by the first bytes of a file.
#include <string_view>

#include "gs/core/file.h"
#include "gs/logio/api/log.h"
#include "gs/logio/mcap/reader.h"
#include "gs/logio/mcap/records.h"
#include "gs/logio/recover.h"
#include "gs/logio/rosbag1/reader.h"
#include "gs/logio/rosbag2/db3_reader.h"
#include "gs/logio/rosbag2/folder.h"
#include "gs/logio/rosbag2/unpacked_file.h"

namespace gs::logio {
namespace {

using OpenedLog = Result<std::unique_ptr<LogReader>>;

// First bytes of a zstd frame (RFC 8878, section 3.1.1).
constexpr std::string_view kZstd = "\x28\xB5\x2F\xFD";

// Converts a reader of one format to the common interface.
template <class Reader>
OpenedLog opened(Result<std::unique_ptr<Reader>> reader) {
  if (!reader) return std::move(reader).error();
  return std::unique_ptr<LogReader>(*std::move(reader));
}

Error unknown_format(const std::string& name) {
  return fail(ErrorCode::unsupported, "not a log of a known format: {}", name)
      .with_hint("supported: MCAP, rosbag2 (.db3 or folder), ROS 1 bags (version 2.0)");
}

// Opens the decompressed content of a log that was compressed as one file.
OpenedLog open_unpacked(Bytes bytes, const std::string& name, Problems& problems) {
  const std::string_view head = as_text(bytes.first(std::min<std::size_t>(bytes.size(), 16)));
  if (head.starts_with(mcap::kMagic)) return opened(McapReader::open(bytes, name, problems));
  if (is_sqlite(as_bytes(head))) return read_db3(bytes, name, problems);
  if (is_rosbag1(as_bytes(head))) return read_rosbag1(bytes, name, problems);
  if (head.starts_with(kZstd)) {
    return fail(ErrorCode::unsupported, "zstd file inside a zstd file: {}", name)
        .with_hint("decompress the outer file with 'zstd -d' and open the result");
  }
  return unknown_format(name);
}

// Format that a file with wrong first bytes probably has.
enum class Shape { mcap, rosbag1, unknown };

// Guesses the format from the last bytes (MCAP repeats its magic there) or from the file name.
Shape shape_of_damaged(const fs::path& path) {
  const auto file = MappedFile::open(path);
  if (file && as_text(file->bytes()).ends_with(mcap::kMagic)) return Shape::mcap;
  if (path.extension() == ".mcap") return Shape::mcap;
  return path.extension() == ".bag" ? Shape::rosbag1 : Shape::unknown;
}

}  // namespace

OpenedLog open_log(const fs::path& path, Problems& problems) {
  if (std::error_code ignored; fs::is_directory(path, ignored)) return open_rosbag2_folder(path, open_log, problems);
  // The longest magic has 16 bytes (SQLite).
  std::string head;
  {
    GS_TRY(const MappedFile file, MappedFile::open(path));
    head = as_text(file.bytes().first(std::min<std::size_t>(file.bytes().size(), 16)));
  }
  if (head.starts_with(mcap::kMagic)) return opened(McapReader::open(path, problems));
  if (is_sqlite(as_bytes(head))) return open_db3(path, problems);
  if (is_rosbag1(as_bytes(head))) return open_rosbag1(path, problems);
  if (head.starts_with(kZstd)) return open_zstd_log(path, open_unpacked, problems);
  return unknown_format(path.string());
}

OpenedLog open_damaged_log(const fs::path& path, Problems& problems) {
  if (std::error_code ignored; fs::is_directory(path, ignored)) {
    return open_rosbag2_folder(path, open_damaged_log, problems);
  }
  auto log = open_log(path, problems);
  if (log || (log.error().code != ErrorCode::unsupported && log.error().code != ErrorCode::corrupt)) return log;
  // Problems of the second attempt are reported only if it finds messages; otherwise the first error stands alone.
  Problems found;
  const Shape shape = shape_of_damaged(path);
  auto damaged = shape == Shape::mcap      ? opened(McapReader::open_damaged(path, found))
                 : shape == Shape::rosbag1 ? open_damaged_rosbag1(path, found)
                                           : OpenedLog(log.error());
  if (!damaged || (*damaged)->info().message_count == 0) return log;
  for (const Problem& problem : found) problems.add(problem);
  return damaged;
}

}  // namespace gs::logio
