// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Deflate compression by zlib, with an output size that is known or bounded in advance.
#pragma once

#include <memory>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::assets {

// Container of the compressed data.
enum class DeflateFormat { raw, gzip };  // raw: as inside zip files

// Upper bound of the expansion of a deflate stream (zlib documents 1032 : 1). Headers that claim more are refused.
inline constexpr uint64_t kMaxDeflateRatio = 1040;

// Decompresses a stream in pieces. The compressed bytes are borrowed.
class Inflater {
 public:
  Inflater(Bytes compressed, DeflateFormat format);
  ~Inflater();
  Inflater(Inflater&&) noexcept;

  // Fills `out` completely. Errors: truncated if the stream ends before, corrupt, out_of_memory.
  Result<void> read(MutableBytes out);
  // Returns the next `count` bytes. Memory grows with the real content of the stream, not with `count`, which may come
  // from a damaged header.
  Result<std::vector<std::byte>> take(uint64_t count);
  // Fails unless the stream ends here; for gzip its checksum has then been verified.
  Result<void> expect_end();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Compresses with level 1 (fast) to 9 (small). Without time stamp and name: the same input gives the same bytes.
Result<std::vector<std::byte>> compress(Bytes plain, DeflateFormat format, int level = 6);
inline Result<std::vector<std::byte>> gzip(Bytes plain, int level = 6) {
  return compress(plain, DeflateFormat::gzip, level);
}

// CRC-32 as used by zip, gzip and PNG.
uint32_t crc32_of(Bytes bytes);

}  // namespace gs::assets
