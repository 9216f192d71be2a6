// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The compression methods of logs, with checked sizes and contexts that are made once and reused.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "gs/core/result.h"
#include "gs/logio/codec/buffer.h"

namespace gs {

enum class Codec : uint8_t {
  none,
  lz4,   // LZ4 frames
  zstd,  // one or more zstd frames
  bz2,
};

std::string_view to_string(Codec codec);                  // "none", "lz4", "zstd", "bz2"
std::optional<Codec> parse_codec(std::string_view name);  // "" is none too

// The most bytes so many compressed ones can become; huge numbers stay huge.
uint64_t max_decoded_bytes(Codec codec, uint64_t compressed_bytes);

// Refuses sizes that no encoder could have packed into compressed_bytes, and more than max_bytes, before anybody
// allocates them.
Result<void> check_decoded_size(Codec codec, uint64_t compressed_bytes, uint64_t claimed_bytes, uint64_t max_bytes);

// One thread's decoding contexts.
class Decoder {
 public:
  Decoder();
  Decoder(Decoder&&) noexcept;
  Decoder& operator=(Decoder&&) noexcept;
  ~Decoder();

  // Fills out to its last byte. Zero padding around the frames is accepted.
  Result<void> decode(Codec codec, Bytes in, MutableBytes out);
  // The same, and the CRC-32 of what was decoded, computed while it is in the cache.
  Result<uint32_t> decode_with_crc32(Codec codec, Bytes in, MutableBytes out);
  // As many bytes as out has room for, or as a cut or damaged input gives, from the first on.
  std::size_t decode_prefix(Codec codec, Bytes in, MutableBytes out);

 private:
  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
};

// Levels: zstd -7 to 19, lz4 from -65537 (fastest) to 12 (3 and more: the slow, dense encoder), bz2 1 to 9.
// 0 is each method's default.
class Encoder {
 public:
  Encoder();
  Encoder(Encoder&&) noexcept;
  Encoder& operator=(Encoder&&) noexcept;
  ~Encoder();

  // Replaces out. The same input gives the same bytes.
  Result<void> encode(Codec codec, int level, Bytes in, Buffer& out);

 private:
  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
};

}  // namespace gs
