// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/old_chunks.h"

#include <algorithm>

#include "gs/core/file.h"
#include "gs/logio/vrs/chunked_file.h"
#include "gs/logio/vrs/reader.h"

namespace gs::logio::vrs {
namespace {

// Existing files with the names of chunks 1, 2, ...
std::vector<fs::path> files_with_chunk_names(const fs::path& target) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (int k = 1;; ++k) {
    const fs::path path = chunk_path(target, k);
    if (fs::symlink_status(path, ignored).type() == fs::file_type::not_found) return found;
    found.push_back(path);
  }
}

Error in_the_way(const fs::path& chunk, const fs::path& target) {
  return fail(ErrorCode::already_exists, "readers would take {} as a part of {}", chunk.string(), target.string())
      .with_hint("choose another output, or move that file away");
}

// Lower limit of the size of the recording: end of its last record, or start of its index.
Result<uint64_t> end_of_content(const fs::path& target) {
  Problems ignored;
  GS_TRY(const Reader reader, Reader::open(target, ignored));
  uint64_t end = reader.header().index_offset > 0 ? static_cast<uint64_t>(reader.header().index_offset) + 1 : 0;
  for (const RecordInfo& record : reader.records()) end = std::max(end, record.offset + record.bytes);
  return end;
}

}  // namespace

Result<std::vector<fs::path>> replaceable_chunks(const fs::path& target, bool replace) {
  std::vector<fs::path> chunks = files_with_chunk_names(target);
  if (chunks.empty()) return chunks;
  std::error_code error;
  if (!replace || !fs::is_regular_file(target, error)) return in_the_way(chunks.front(), target);
  const auto end = end_of_content(target);
  if (!end) return in_the_way(chunks.front(), target);
  // A chunk belongs to the recording if it begins before the end of its content.
  uint64_t begin = fs::file_size(target, error);
  for (const fs::path& chunk : chunks) {
    const bool regular = fs::symlink_status(chunk, error).type() == fs::file_type::regular;
    if (error || !regular || begin >= *end) return in_the_way(chunk, target);
    begin += fs::file_size(chunk, error);
  }
  return chunks;
}

}  // namespace gs::logio::vrs
