// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/spz/zstd_streams.h"

#include <zstd.h>

#include <algorithm>

#include "gs/core/parallel.h"

namespace gs::assets {
namespace {

constexpr int kZstdLevel = 12;  // of the reference writer
constexpr std::size_t kCommonBytes = 16;
constexpr std::size_t kTableEntryBytes = 16;

Result<std::vector<std::byte>> zstd_frame(Bytes plain) {
  std::vector<std::byte> frame(ZSTD_compressBound(plain.size()));
  const std::size_t size = ZSTD_compress(frame.data(), frame.size(), plain.data(), plain.size(), kZstdLevel);
  if (ZSTD_isError(size) != 0) return fail(ErrorCode::out_of_memory, "zstd: {}", ZSTD_getErrorName(size));
  frame.resize(size);
  return frame;
}

// Skips the extension records. The table begins behind the last of them.
Result<void> skip_extensions(ByteReader& in, bool has_extensions, uint32_t table) {
  if (table < kSpzStreamHeaderBytes || (!has_extensions && table != kSpzStreamHeaderBytes)) {
    return fail(ErrorCode::corrupt, "SPZ table of contents at byte {}, expected {}", table, kSpzStreamHeaderBytes);
  }
  while (in.offset() < table) {
    GS_CHECK(in.skip(4));
    GS_TRY(const uint32_t length, in.u32());
    GS_CHECK(in.skip(length));
  }
  if (in.offset() == table) return {};
  return fail(ErrorCode::corrupt, "an SPZ extension reaches beyond the table of contents at byte {}", table);
}

}  // namespace

std::size_t spz_stream_count(std::span<const std::size_t> sizes) {
  return static_cast<std::size_t>(std::count_if(sizes.begin(), sizes.end(), [](std::size_t s) { return s > 0; }));
}

Result<std::vector<std::byte>> to_spz_streams(Bytes arrays, std::span<const std::size_t> sizes) {
  std::vector<Bytes> plain;
  for (std::size_t k = 0, at = 0; k < sizes.size(); at += sizes[k++]) {
    if (sizes[k] > 0) plain.push_back(arrays.subspan(at, sizes[k]));
  }
  std::vector<Result<std::vector<std::byte>>> frames(plain.size(), std::vector<std::byte>{});
  parallel_for(
      frames.size(), [&](std::size_t k) { frames[k] = zstd_frame(plain[k]); }, 1);
  ByteWriter out;
  out.u32(kSpzStreamHeaderBytes);
  for (int k = 0; k < 3; ++k) out.u32(0);
  for (std::size_t k = 0; k < frames.size(); ++k) {
    if (!frames[k]) return frames[k].error();
    out.u64(frames[k]->size());
    out.u64(plain[k].size());
  }
  for (const auto& frame : frames) out.bytes(*frame);
  return std::move(out).take();
}

Result<std::vector<std::byte>> parse_spz_streams(Bytes file, bool has_extensions, std::span<const std::size_t> sizes) {
  ByteReader in(file);
  GS_CHECK(in.skip(kCommonBytes));
  GS_TRY(const uint32_t table, in.u32());
  GS_CHECK(in.skip(kSpzStreamHeaderBytes - kCommonBytes - sizeof(table)));
  GS_CHECK(skip_extensions(in, has_extensions, table));
  ByteReader frames(file);
  GS_CHECK(frames.skip(table + kTableEntryBytes * spz_stream_count(sizes)));
  std::vector<std::byte> arrays;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (sizes[k] == 0) continue;
    GS_TRY(const uint64_t compressed, in.u64());
    GS_TRY(const uint64_t plain, in.u64());
    if (plain != sizes[k])
      return fail(ErrorCode::corrupt, "SPZ stream {} has {} bytes, expected {}", k, plain, sizes[k]);
    GS_TRY(const Bytes frame, frames.bytes(compressed));
    const std::size_t at = arrays.size();
    arrays.resize(at + sizes[k]);
    const std::size_t size = ZSTD_decompress(arrays.data() + at, sizes[k], frame.data(), frame.size());
    if (ZSTD_isError(size) != 0) return fail(ErrorCode::corrupt, "SPZ stream {}: {}", k, ZSTD_getErrorName(size));
    if (size != sizes[k]) {
      return fail(ErrorCode::corrupt, "SPZ stream {} holds {} bytes, expected {}", k, size, sizes[k]);
    }
  }
  if (!frames.at_end()) return fail(ErrorCode::corrupt, "{} bytes behind the last SPZ stream", frames.remaining());
  return arrays;
}

}  // namespace gs::assets
