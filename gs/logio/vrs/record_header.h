// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The 32 bytes in front of every VRS record.
#pragma once

#include <cstdint>
#include <string_view>

#include "gs/core/bytes.h"
#include "gs/core/result.h"
#include "gs/logio/codec/codec.h"
#include "gs/logio/vrs/stream_id.h"

namespace gs::vrs {

enum class RecordType : uint8_t { state = 1, configuration = 2, data = 3, tags = 4 };
std::string_view to_string(RecordType type);  // "Configuration": the word of the RF: and DL: tags

using gs::Codec;  // none, lz4 or zstd, by the numbers of the format
static_assert(static_cast<int>(Codec::none) == 0 && static_cast<int>(Codec::lz4) == 1 &&
              static_cast<int>(Codec::zstd) == 2);

struct RecordHeader {
  uint32_t record_bytes = 0;    // header and stored payload: the distance to the next record
  uint32_t previous_bytes = 0;  // of the record before it in the file; 0 for the first
  StreamId stream;
  uint32_t format_version = 1;  // selects the RecordFormat
  double timestamp = 0;         // seconds, one clock for the whole file
  RecordType type = RecordType::data;
  Codec codec = Codec::none;
  uint32_t uncompressed_bytes = 0;  // 0 when the payload is stored as it is

  uint32_t stored_bytes(uint32_t header_bytes) const { return record_bytes - header_bytes; }
  uint32_t payload_bytes(uint32_t header_bytes) const {
    return codec == Codec::none ? stored_bytes(header_bytes) : uncompressed_bytes;
  }
};

// The 32-bit type ids of files as 16 bits; ids of old test files above 100000 are folded as official readers do.
Result<uint16_t> recordable_type(int32_t raw);

// Checks the rules every official reader applies; internal index and description records pass too.
Result<RecordHeader> parse_record_header(Bytes bytes, uint32_t header_bytes);
void write_record_header(const RecordHeader& header, ByteWriter& out);

}  // namespace gs::vrs
