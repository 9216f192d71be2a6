// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A VRS file may be cut into chunks: name.vrs, name.vrs_1, name.vrs_2 ... They form one byte space, and a record may
// lie across a cut.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/file.h"
#include "gs/core/result.h"

namespace gs::vrs {

// The name of chunk k > 0. A first file that ends in "_0" has its digit replaced.
std::filesystem::path chunk_path(const std::filesystem::path& first, int k);

class ChunkedFile {
 public:
  static Result<ChunkedFile> open(const std::filesystem::path& first);
  // One chunk of borrowed bytes, for files that are in memory.
  static ChunkedFile over(Bytes bytes);

  uint64_t size() const { return size_; }
  uint64_t first_chunk_bytes() const { return chunks_.front().bytes.size(); }
  std::size_t chunk_count() const { return chunks_.size(); }

  // A view where the range lies in one chunk; else it is put together in scratch. Ranges past the end are truncated
  // errors.
  Result<Bytes> read(uint64_t offset, uint64_t count, std::vector<std::byte>& scratch) const;
  // Pages of this range are not needed again soon.
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

}  // namespace gs::vrs
