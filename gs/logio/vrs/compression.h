// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How record payloads are stored: as they are, as one LZ4 frame, or as one zstd frame. The official library checks
// nothing else, so our frames carry block (LZ4) or content (zstd) checksums, which its reader verifies too.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/record_header.h"

namespace gs::vrs {

struct Compression {
  Codec codec = Codec::none;
  // LZ4: below 1 an acceleration of 1 - level, from 3 on high compression. zstd: its own levels.
  int level = 0;
  friend bool operator==(const Compression&, const Compression&) = default;
};

// The preset "zstd", which writers use unless told otherwise: the quickest one that leaves at most 70 % of every
// uncompressed RealSense bag and makes no file larger than a bag with lz4 chunks (figures: docs/rosbag-to-vrs.md).
inline constexpr std::string_view kDefaultPreset = "zstd";
inline constexpr Compression kDefaultCompression{Codec::zstd, 1};
// The preset "lz4": four times quicker, and half as large again.
inline constexpr Compression kQuickLz4{Codec::lz4, -15};

struct CompressionPreset {
  std::string_view name;
  Compression compression;
  std::string_view help;
};

// The library's names (none, fast, tight, zfaster ... zmax), and lz4 and zstd as the plain choices.
std::span<const CompressionPreset> compression_presets();
// not_found lists the names.
Result<Compression> parse_compression(std::string_view name);

// Payload bytes ready for the file. One allocation, handed back to be used again.
class StoredPayload {
 public:
  Codec codec = Codec::none;
  uint32_t uncompressed_bytes = 0;  // 0: stored raw
  std::vector<Bytes> pieces;        // in order; they point into memory
  std::size_t size() const;

  // Room for count bytes; keeps memory that is large enough already.
  std::byte* reserve(std::size_t count);

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::size_t capacity_ = 0;
};

// Compresses the concatenation of parts. Blocks of large payloads are compressed on all threads; the bytes depend on
// the parts and the level alone. Payloads under 250 bytes, and those that would not shrink, are stored raw. The parts
// are not referenced afterwards.
Result<void> compress_payload(Compression compression, std::span<const Bytes> parts, StoredPayload& out);

// The inverse. Memory grows with what is really there, not with what a header claims.
Result<void> decompress_payload(Codec codec, Bytes stored, uint32_t uncompressed_bytes, std::vector<std::byte>& out);

// Decodes one zstd frame, appends at most max_bytes to out and returns how many bytes the frame took.
Result<std::size_t> append_zstd_frame(Bytes frame, uint64_t max_bytes, std::vector<std::byte>& out);

}  // namespace gs::vrs
