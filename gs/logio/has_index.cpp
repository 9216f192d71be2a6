// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/has_index.h"

#include <vector>

#include "gs/core/file.h"
#include "gs/logio/mcap/summary.h"
#include "gs/logio/rosbag1/index.h"
#include "gs/logio/rosbag1/reader.h"
#include "gs/logio/rosbag2/db3_reader.h"

namespace gs::logio {
namespace {

// Files of other formats count as indexed: opening them reports what is wrong with them.
bool has_index(Bytes file, const std::string& name) {
  if (is_rosbag1(file)) return rosbag1::read_index(file).has_value();
  if (is_sqlite(file)) return true;
  constexpr std::string_view kMcapMagic = "\x89MCAP0\r\n";
  const std::string_view first(reinterpret_cast<const char*>(file.data()), std::min<std::size_t>(8, file.size()));
  if (first != kMcapMagic) return true;
  mcap::Report ignored{name};
  const auto summary = mcap::read_summary(file, ignored);
  ignored.clear();
  return summary.has_value() && summary->statistics.has_value();
}

}  // namespace

Result<IndexState> find_index(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> files{path};
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    files.clear();
    for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
      const std::string kind = entry.path().extension().string();
      if (kind == ".mcap" || kind == ".db3" || kind == ".bag") files.push_back(entry.path());
    }
  }
  IndexState state;
  for (const auto& file : files) {
    GS_TRY(const MappedFile map, MappedFile::open(file));
    state.file_bytes += map.bytes().size();
    if (!map.bytes().empty() && !has_index(map.bytes(), file.string())) state.indexed = false;
  }
  return state;
}

}  // namespace gs::logio
