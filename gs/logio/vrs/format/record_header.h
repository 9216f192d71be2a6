// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Header of 32 bytes in front of every VRS record.
//
// clang-format off
//   u32 record_bytes, u32 previous_bytes, i32 recordable type, u32 format_version, f64 timestamp, u16 instance,
//   u8 record type, u8 compression, u32 uncompressed_bytes
// clang-format on
#pragma once

#include <cstdint>
#include <string_view>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/logio/codec/codec.h"
#include "gs/logio/vrs/format/stream_id.h"

namespace gs::logio::vrs {

// Record types; to_string() gives the word used in RF: and DL: tags ("Configuration").
enum class RecordType : uint8_t { state = 1, configuration = 2, data = 3, tags = 4 };
std::string_view to_string(RecordType type);

using gs::logio::Codec;  // the numbers of none, lz4 and zstd are those of the format
static_assert(static_cast<int>(Codec::none) == 0 && static_cast<int>(Codec::lz4) == 1 &&
              static_cast<int>(Codec::zstd) == 2);

// Content of a record header.
struct RecordHeader {
  uint32_t record_bytes = 0;    // header and stored payload; the next record follows directly
  uint32_t previous_bytes = 0;  // record_bytes of the previous record in the file; 0 for the first
  StreamId stream;
  uint32_t format_version = 1;  // selects the RecordFormat
  double timestamp = 0;         // [s], one clock for the whole file
  RecordType type = RecordType::data;
  Codec codec = Codec::none;
  uint32_t uncompressed_bytes = 0;  // 0 if the payload is not compressed

  // Size of the payload in the file, and uncompressed. header_bytes is FileHeader::record_header_bytes.
  uint32_t stored_bytes(uint32_t header_bytes) const { return record_bytes - header_bytes; }
  uint32_t payload_bytes(uint32_t header_bytes) const {
    return codec == Codec::none ? stored_bytes(header_bytes) : uncompressed_bytes;
  }
};

// Converts the 32-bit type id of a file to 16 bits. Ids above 100000, of old test files, are folded as official readers
// do. Errors: corrupt.
Result<uint16_t> recordable_type(int32_t raw);

// Parses a header and checks the rules of the official readers; accepts index and description records too. Errors:
// truncated, corrupt.
Result<RecordHeader> parse_record_header(Bytes bytes, uint32_t header_bytes);
// Appends the 32 bytes of the header.
void write_record_header(const RecordHeader& header, ByteWriter& out);

}  // namespace gs::logio::vrs
