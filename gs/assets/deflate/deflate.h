// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Deflate by zlib, with the size of the output known or bounded before it is produced.
#pragma once

#include <memory>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs {

enum class DeflateFormat { raw, gzip };  // raw: inside zip files

// No deflate stream expands further (zlib's documented limit is 1032 : 1): what claims more is refused unread.
inline constexpr uint64_t kMaxDeflateRatio = 1040;

// Reads a stream piece by piece.
class Inflater {
 public:
  Inflater(Bytes compressed, DeflateFormat format);
  ~Inflater();
  Inflater(Inflater&&) noexcept;

  // Fills out completely, or fails (damaged, or it ends before).
  Result<void> read(MutableBytes out);
  // The next count bytes. Memory grows with what the stream really holds, not with count, which a header claims.
  Result<std::vector<std::byte>> take(uint64_t count);
  // Fails unless the stream ends here; for gzip its checksum has been compared by then.
  Result<void> expect_end();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// level 1 (fast) to 9 (small). No time stamp, no name: same bytes for the same input.
Result<std::vector<std::byte>> gzip(Bytes plain, int level = 6);

// CRC-32 of zip, gzip and PNG.
uint32_t crc32_of(Bytes bytes);

}  // namespace gs
