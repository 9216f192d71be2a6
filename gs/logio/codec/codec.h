// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compression methods of logs: LZ4, zstd and bzip2, with checked sizes and reused contexts.
//
//   Encoder encoder;
//   Buffer packed;
//   GS_CHECK(encoder.encode(Codec::zstd, 0, bytes, packed));
//   Decoder decoder;
//   std::vector<std::byte> out(bytes.size());
//   GS_CHECK(decoder.decode(Codec::zstd, packed.bytes(), out));
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "gs/core/ownership.h"
#include "gs/core/result.h"
#include "gs/logio/codec/buffer.h"

namespace gs::logio {

// Compression method of a chunk, a message or a file.
enum class Codec : uint8_t {
  none,
  lz4,   // LZ4 frames
  zstd,  // one or more zstd frames
  bz2,
};

// Names used in log files: "none", "lz4", "zstd", "bz2". parse_codec() also takes "" as none; nullopt for other names.
std::string_view to_string(Codec codec);
std::optional<Codec> parse_codec(std::string_view name);

// Upper bound of the decoded size of `compressed_bytes`; saturates at 2^64 - 1.
uint64_t max_decoded_bytes(Codec codec, uint64_t compressed_bytes);

// Checks a size stated in a file before memory is allocated for it. Errors: limit_exceeded above max_bytes; corrupt if
// no encoder could pack claimed_bytes into compressed_bytes.
Result<void> check_decoded_size(Codec codec, uint64_t compressed_bytes, uint64_t claimed_bytes, uint64_t max_bytes);

// Decoding contexts of one thread, created at first use and reused.
class Decoder {
 public:
  Decoder();

  // Decodes exactly out.size() bytes. Zero padding around the frames is accepted. Errors: truncated, corrupt.
  Result<void> decode(Codec codec, Bytes in, MutableBytes out);
  // Decodes like decode() and returns the CRC-32 of the output. For LZ4 it is computed block by block, while the bytes
  // are in the cache.
  Result<uint32_t> decode_with_crc32(Codec codec, Bytes in, MutableBytes out);
  // Decodes at most out.size() bytes and returns their number. For cut and damaged input: every block in front of the
  // damage is decoded.
  std::size_t decode_prefix(Codec codec, Bytes in, MutableBytes out);

 private:
  struct Contexts;
  Hidden<Contexts> contexts_;
};

// Encoding contexts of one thread.
// Levels: zstd -7 to 19, lz4 -65537 (fastest) to 12 (3 and above: LZ4 HC), bz2 1 to 9. 0 is the default of the method.
class Encoder {
 public:
  Encoder();

  // Replaces the content of `out`. Deterministic: equal inputs give equal bytes.
  Result<void> encode(Codec codec, int level, Bytes in, Buffer& out);

 private:
  struct Contexts;
  Hidden<Contexts> contexts_;
};

}  // namespace gs::logio
