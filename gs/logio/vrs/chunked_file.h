// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// VRS files in several chunks: name.vrs, name.vrs_1, name.vrs_2 ... They form one continuous byte range, and a record
// may cross the boundary of two chunks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/file.h"
#include "gs/core/result.h"

namespace gs::logio::vrs {

// Path of chunk k > 0. If the first file name ends with "_0", its last digit is replaced.
std::filesystem::path chunk_path(const std::filesystem::path& first, int k);

// Mapped chunks of one file as one byte range.
class ChunkedFile {
 public:
  // Maps the first file and all chunks that follow it without a gap in their numbers.
  static Result<ChunkedFile> open(const std::filesystem::path& first);
  // Wraps a file in memory, borrowed.
  static ChunkedFile over(Bytes bytes);

  // Total size, size of the first chunk [bytes], and number of chunks.
  uint64_t size() const { return size_; }
  uint64_t first_chunk_bytes() const { return chunks_.front().bytes.size(); }
  std::size_t chunk_count() const { return chunks_.size(); }

  // Returns a view if the range lies in one chunk, otherwise a copy in `scratch`. Errors: truncated past the end.
  Result<Bytes> read(uint64_t offset, uint64_t count, std::vector<std::byte>& scratch) const;
  // Releases the mapped pages of this range from memory.
  void drop_pages(uint64_t offset, uint64_t count) const;

 private:
  struct Chunk {
    Bytes bytes;
    uint64_t begin = 0;
  };
  void add(Bytes bytes);
  std::vector<MappedFile> maps_;
  std::vector<Chunk> chunks_;
  uint64_t size_ = 0;
};

}  // namespace gs::logio::vrs
