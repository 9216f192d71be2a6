// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a message's description means on a wire: shared by everything that walks one.
#pragma once

#include "gs/rosmsg/message_type.h"
#include "gs/rosmsg/wire.h"

namespace gs {

inline bool is_on_wire(const Field& field, const WireFormat& format) { return format.ros1 || !field.ros1_only; }

// An empty message still has a byte in CDR: rosidl gives it a member, structure_needs_at_least_one_member.
inline bool has_placeholder(const MessageType& type, const WireFormat& format) {
  return !format.ros1 && type.fields.empty();
}

inline bool is_sized_collection(const FieldType& type, const WireFormat& format) {
  return format.collection_sizes && type.array != ArrayKind::none && !type.is_number();
}

// Elements of a field that is no sequence.
inline std::size_t fixed_count(const FieldType& type) { return type.array == ArrayKind::fixed ? type.capacity : 1; }

// Length of a sequence, checked against the bytes left and the bound.
inline std::size_t read_count(WireReader& in, const Field& field) {
  const std::size_t count = in.count(min_element_bytes(field.type));
  if (field.type.array == ArrayKind::bounded && count > field.type.capacity) {
    in.set_error(fail(ErrorCode::invalid_data, "field {} holds {} elements, at most {} are allowed", field.name, count,
                      field.type.capacity));
  }
  return count;
}

// Checked against the bound.
inline std::string_view read_text(WireReader& in, const FieldType& type) {
  const std::string_view text = in.text();
  if (type.string_capacity != 0 && text.size() > type.string_capacity) {
    in.set_error(fail(ErrorCode::invalid_data, "string of {} bytes where at most {} are allowed", text.size(),
                      type.string_capacity));
  }
  return text;
}

}  // namespace gs
