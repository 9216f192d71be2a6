// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Compression of record payloads: stored, one LZ4 frame or one zstd frame. VRS has no checksums of its own, so our
// frames carry block (LZ4) or content (zstd) checksums, which the official reader verifies too.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/format/record_header.h"

namespace gs::logio::vrs {

// Codec and level.
struct Compression {
  Codec codec = Codec::none;
  // LZ4: values below 1 mean acceleration 1 - level, values from 3 on LZ4 HC. zstd: its own levels.
  int level = 0;
  friend bool operator==(const Compression&, const Compression&) = default;
};

// Default preset "zstd": the fastest one that reduces every uncompressed RealSense bag to at most 70 % and makes no
// file larger than a bag with LZ4 chunks (measurements: docs/rosbag-to-vrs.md).
inline constexpr std::string_view kDefaultPreset = "zstd";
inline constexpr Compression kDefaultCompression{Codec::zstd, 1};
// Preset "lz4": about four times faster than the default, with files about 1.5 times as large.
inline constexpr Compression kQuickLz4{Codec::lz4, -15};

// Named compression for command lines.
struct CompressionPreset {
  std::string_view name;
  Compression compression;
  std::string_view help;
};

// All presets: the names of the official library (none, fast, tight, zfaster ... zmax), and lz4 and zstd.
std::span<const CompressionPreset> compression_presets();
// Finds a preset by name. Errors: invalid_option; the hint lists all names.
Result<Compression> parse_compression(std::string_view name);

// Payload in its stored form. Keeps its memory for reuse.
class StoredPayload {
 public:
  Codec codec = Codec::none;
  uint32_t uncompressed_bytes = 0;  // 0: not compressed
  std::vector<Bytes> pieces;        // consecutive parts of the stored bytes, in own memory
  // Sum of the pieces [bytes].
  std::size_t size() const;

  // Returns memory for `count` bytes; reuses it if it is large enough. Earlier pieces become invalid.
  std::byte* reserve(std::size_t count);

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::size_t capacity_ = 0;
};

// Compresses the concatenation of `parts`, which are not referenced afterwards. Large payloads are compressed on all
// threads; the bytes depend only on the parts and the level. Payloads below 250 bytes, and those that would not shrink,
// are stored uncompressed. Errors: limit_exceeded at 4 GiB.
Result<void> compress_payload(Compression compression, std::span<const Bytes> parts, StoredPayload& out);

// Decompresses a payload to exactly uncompressed_bytes. Memory grows with the real content, not with the stated size.
// Errors: corrupt, truncated.
Result<void> decompress_payload(Codec codec, Bytes stored, uint32_t uncompressed_bytes, std::vector<std::byte>& out);

// Decodes one zstd frame, appends at most max_bytes to `out` and returns the size of the frame. Errors: corrupt,
// truncated.
Result<std::size_t> append_zstd_frame(Bytes frame, uint64_t max_bytes, std::vector<std::byte>& out);

}  // namespace gs::logio::vrs
