// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/format/record_header.h"

#include <algorithm>

#include "gs/core/text/enum_names.h"

namespace gs::logio::vrs {
namespace {

// The first type is 1.
constexpr EnumNames<RecordType::tags> kRecordTypeNames("?", "State", "Configuration", "Data", "Tags");

// Old files have test ids above 100000; official readers map them to 16 bits like this.
constexpr int32_t kLegacyTypes = 100000;
constexpr int32_t kLegacyOffset = 65500;

// False if compression made the payload much larger; a writer would have stored it uncompressed.
bool plausible_growth(uint64_t stored, uint64_t plain) {
  const uint64_t slack = plain < 200 ? std::max<uint64_t>(50, plain / 2) : std::max<uint64_t>(100, plain / 20);
  return stored < plain + slack;
}

}  // namespace

std::string_view to_string(RecordType type) { return kRecordTypeNames[type]; }

Result<uint16_t> recordable_type(int32_t raw) {
  const int64_t type = raw >= kLegacyTypes ? int64_t{raw} - kLegacyTypes + kLegacyOffset : raw;
  if (type < 0 || type > 0xFFFF) return fail(ErrorCode::corrupt, "invalid recordable type {}", raw);
  return static_cast<uint16_t>(type);
}

Result<RecordHeader> parse_record_header(Bytes bytes, uint32_t header_bytes) {
  ByteReader in(bytes);
  RecordHeader header;
  GS_TRY(header.record_bytes, in.u32());
  GS_TRY(header.previous_bytes, in.u32());
  GS_TRY(const int32_t type, in.i32());
  GS_TRY(header.format_version, in.u32());
  GS_TRY(header.timestamp, in.f64());
  GS_TRY(header.stream.instance, in.u16());
  GS_TRY(const uint8_t record_type, in.u8());
  GS_TRY(const uint8_t codec, in.u8());
  GS_TRY(header.uncompressed_bytes, in.u32());
  GS_TRY(header.stream.type, recordable_type(type));
  if (header.record_bytes < header_bytes) {
    return fail(ErrorCode::corrupt, "record of {} bytes is shorter than its header", header.record_bytes);
  }
  if (header.previous_bytes != 0 && header.previous_bytes < header_bytes) {
    return fail(ErrorCode::corrupt, "invalid size of the previous record: {} bytes", header.previous_bytes);
  }
  if (record_type < 1 || record_type > 4) return fail(ErrorCode::corrupt, "invalid record type {}", record_type);
  if (codec > 2) return fail(ErrorCode::corrupt, "invalid compression {}", codec);
  header.type = static_cast<RecordType>(record_type);
  header.codec = static_cast<Codec>(codec);
  // An index in front of the records fills the space reserved for it, whatever its size.
  if (header.uncompressed_bytes > 0 && header.stream.type != recordable::index_record &&
      !plausible_growth(header.record_bytes - header_bytes, header.uncompressed_bytes)) {
    return fail(ErrorCode::corrupt, "{} stored bytes for {} uncompressed bytes", header.record_bytes - header_bytes,
                header.uncompressed_bytes);
  }
  return header;
}

void write_record_header(const RecordHeader& header, ByteWriter& out) {
  out.u32(header.record_bytes);
  out.u32(header.previous_bytes);
  out.put<int32_t>(header.stream.type);
  out.u32(header.format_version);
  out.put(header.timestamp);
  out.u16(header.stream.instance);
  out.u8(static_cast<uint8_t>(header.type));
  out.u8(static_cast<uint8_t>(header.codec));
  out.u32(header.uncompressed_bytes);
}

}  // namespace gs::logio::vrs
