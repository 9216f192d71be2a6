// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/chunked_file.h"

#include <algorithm>

namespace gs::logio::vrs {
namespace {

// More than any recorder writes; limits the number of open files for hostile folders.
constexpr int kMaxChunks = 10'000;

}  // namespace

fs::path chunk_path(const fs::path& first, int k) {
  const std::string name = first.string();
  if (name.ends_with("_0")) return name.substr(0, name.size() - 1) + std::to_string(k);
  return name + "_" + std::to_string(k);
}

void ChunkedFile::add(Bytes bytes) {
  chunks_.push_back({.bytes = bytes, .begin = size_});
  size_ += bytes.size();
}

Result<ChunkedFile> ChunkedFile::open(const fs::path& first) {
  ChunkedFile file;
  GS_TRY(MappedFile head, MappedFile::open(first));
  file.add(head.bytes());
  file.maps_.push_back(std::move(head));
  std::error_code error;
  for (int k = 1; k < kMaxChunks && fs::is_regular_file(chunk_path(first, k), error); ++k) {
    GS_TRY(MappedFile next, MappedFile::open(chunk_path(first, k)));
    file.add(next.bytes());
    file.maps_.push_back(std::move(next));
  }
  return file;
}

ChunkedFile ChunkedFile::over(Bytes bytes) {
  ChunkedFile file;
  file.add(bytes);
  return file;
}

Result<Bytes> ChunkedFile::read(uint64_t offset, uint64_t count, std::vector<std::byte>& scratch) const {
  if (offset > size_ || size_ - offset < count) {
    return fail(ErrorCode::truncated, "{} bytes wanted at offset {} of {}", count, offset, size_);
  }
  // Last chunk that begins at or before offset.
  const auto after = std::upper_bound(chunks_.begin(), chunks_.end(), offset,
                                      [](uint64_t at, const Chunk& chunk) { return at < chunk.begin; });
  auto chunk = std::prev(after);
  const uint64_t inside = offset - chunk->begin;
  if (count <= chunk->bytes.size() - inside) return chunk->bytes.subspan(inside, count);
  scratch.clear();
  scratch.reserve(count);
  for (uint64_t skip = inside; scratch.size() < count; ++chunk, skip = 0) {
    const Bytes part =
        chunk->bytes.subspan(skip, std::min<uint64_t>(chunk->bytes.size() - skip, count - scratch.size()));
    scratch.insert(scratch.end(), part.begin(), part.end());
  }
  return Bytes(scratch);
}

void ChunkedFile::drop_pages(uint64_t offset, uint64_t count) const {
  for (std::size_t i = 0; i < maps_.size(); ++i) {
    const uint64_t begin = std::max(offset, chunks_[i].begin);
    const uint64_t end = std::min(offset + count, chunks_[i].begin + chunks_[i].bytes.size());
    if (begin < end) maps_[i].drop_pages(begin - chunks_[i].begin, end - begin);
  }
}

}  // namespace gs::logio::vrs
