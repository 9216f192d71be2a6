// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rules of the wire encodings that the struct codec and the dynamic reader share.
#pragma once

#include "gs/rosmsg/codec/wire.h"
#include "gs/rosmsg/message_type.h"

namespace gs::rosmsg {

// True if this encoding contains the field.
inline bool is_on_wire(const Field& field, const WireFormat& format) { return format.ros1 || !field.ros1_only; }

// True if an empty message has one byte: in CDR it does, because rosidl adds structure_needs_at_least_one_member.
inline bool has_placeholder(const MessageType& type, const WireFormat& format) {
  return !format.ros1 && type.fields.empty();
}

// True if the array or sequence has its size in bytes in front (XCDR2, for elements that are not numbers).
inline bool is_sized_collection(const FieldType& type, const WireFormat& format) {
  return format.collection_sizes && type.array != ArrayKind::none && !type.is_number();
}

// Number of elements of a field that is not a sequence.
inline std::size_t fixed_count(const FieldType& type) { return type.array == ArrayKind::fixed ? type.capacity : 1; }

// Reads the length of a sequence and checks it against the remaining bytes and the bound of the type.
inline std::size_t read_count(WireReader& in, const Field& field) {
  const std::size_t count = in.count(min_element_bytes(field.type));
  if (field.type.array == ArrayKind::bounded && count > field.type.capacity) {
    in.set_error(fail(ErrorCode::invalid_data, "field {} holds {} elements, at most {} are allowed", field.name, count,
                      field.type.capacity));
  }
  return count;
}

// Reads a string and checks its length against the bound of the type.
inline std::string_view read_text(WireReader& in, const FieldType& type) {
  const std::string_view text = in.text();
  if (type.string_capacity != 0 && text.size() > type.string_capacity) {
    in.set_error(fail(ErrorCode::invalid_data, "string of {} bytes where at most {} are allowed", text.size(),
                      type.string_capacity));
  }
  return text;
}

}  // namespace gs::rosmsg
