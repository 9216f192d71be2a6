// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/foxglove/protobuf.h"

namespace gs::rosmsg::foxglove {

Result<uint64_t> WireReader::varint() {
  uint64_t value = 0;
  // 7 bits per byte, least significant first; at most ten bytes. Bits above 64 are dropped, as the specification
  // allows.
  for (int shift = 0; shift < 70; shift += 7) {
    GS_TRY(const uint8_t byte, in_.u8());
    if (shift < 64) value |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return value;
  }
  return fail(ErrorCode::corrupt, "integer of more than ten bytes at offset {}", in_.offset());
}

Result<WireField> WireReader::next() {
  // Key: field number << 3 | wire type.
  GS_TRY(const uint64_t key, varint());
  WireField field{.number = static_cast<uint32_t>(key >> 3), .type = static_cast<WireField::Type>(key & 7)};
  if (field.number == 0 || key >> 32 != 0) return fail(ErrorCode::corrupt, "field number {} is out of range", key >> 3);
  switch (field.type) {
    case WireField::Type::varint: {
      GS_TRY(field.value, varint());
      return field;
    }
    case WireField::Type::fixed64: {
      GS_TRY(field.value, in_.u64());
      return field;
    }
    case WireField::Type::fixed32: {
      GS_TRY(field.value, in_.u32());
      return field;
    }
    case WireField::Type::bytes: {
      GS_TRY(const uint64_t length, varint());
      GS_TRY(field.bytes, in_.bytes(length));
      return field;
    }
  }
  return fail(ErrorCode::unsupported, "wire type {} of field {} is not supported", key & 7, field.number);
}

}  // namespace gs::rosmsg::foxglove
