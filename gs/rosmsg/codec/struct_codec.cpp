// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/codec/struct_codec.h"

#include "gs/rosmsg/codec/wire_rules.h"

namespace gs::rosmsg {
namespace {

void decode_numbers(WireReader& in, Kind kind, void* to, std::size_t count) {
  in.numbers(to, size_of(kind), count);
  if (kind != Kind::boolean) return;
  // A bool whose byte is neither 0 nor 1 is undefined behaviour.
  auto* flags = static_cast<uint8_t*>(to);
  for (std::size_t i = 0; i < count; ++i) flags[i] = flags[i] != 0 ? 1 : 0;
}

// Decodes `count` consecutive elements in memory: messages, strings or numbers.
void decode_elements(WireReader& in, const FieldType& type, void* to, std::size_t count) {
  if (type.kind == Kind::message) {
    auto* at = static_cast<std::byte*>(to);
    for (std::size_t i = 0; i < count && !in.failed(); ++i, at += type.message->struct_bytes) {
      decode_struct(in, *type.message, at);
    }
  } else if (type.kind == Kind::string) {
    auto* at = static_cast<std::string*>(to);
    for (std::size_t i = 0; i < count && !in.failed(); ++i) at[i] = read_text(in, type);
  } else {
    decode_numbers(in, type.kind, to, count);
  }
}

// Byte arrays (images, clouds) are most of the data of a log: they are copied once, without zeroing the memory before.
bool decode_bytes(WireReader& in, const Field& field, void* member, std::size_t count) {
  if (field.type.kind != Kind::uint8) return false;
  const Bytes view = in.number_view(1, count);
  const auto* from = reinterpret_cast<const uint8_t*>(view.data());
  static_cast<std::vector<uint8_t>*>(member)->assign(from, from + view.size());
  return true;
}

// Reads the length, resizes the vector through its type-erased access, and decodes into it.
void decode_sequence(WireReader& in, const Field& field, void* member) {
  const std::size_t count = read_count(in, field);
  if (in.failed() || decode_bytes(in, field, member, count)) return;
  void* data = field.sequence->resize(member, count);
  decode_elements(in, field.type, data, count);
}

void encode_elements(WireWriter& out, const FieldType& type, const void* from, std::size_t count) {
  if (type.kind == Kind::message) {
    const auto* at = static_cast<const std::byte*>(from);
    for (std::size_t i = 0; i < count; ++i, at += type.message->struct_bytes) encode_struct(out, *type.message, at);
  } else if (type.kind == Kind::string) {
    const auto* at = static_cast<const std::string*>(from);
    for (std::size_t i = 0; i < count; ++i) out.text(at[i]);
  } else {
    out.numbers(from, size_of(type.kind), count);
  }
}

}  // namespace

// Fields are decoded in order into the struct at their offsets. Sizes of XCDR2 surround the message and collections.
void decode_struct(WireReader& in, const MessageType& type, void* object) {
  const WireFormat& format = in.format();
  const auto message = in.enter(format.message_sizes);
  for (const Field& field : type.fields) {
    if (in.failed()) return;
    if (!is_on_wire(field, format)) continue;
    void* member = static_cast<std::byte*>(object) + field.struct_offset;
    const auto collection = in.enter(is_sized_collection(field.type, format));
    if (field.type.is_sequence()) {
      decode_sequence(in, field, member);
    } else {
      decode_elements(in, field.type, member, fixed_count(field.type));
    }
    in.leave(collection);
  }
  if (has_placeholder(type, format)) in.number<uint8_t>();
  in.leave(message);
}

void encode_struct(WireWriter& out, const MessageType& type, const void* object) {
  for (const Field& field : type.fields) {
    if (!is_on_wire(field, out.format())) continue;
    const void* member = static_cast<const std::byte*>(object) + field.struct_offset;
    if (field.type.is_sequence()) {
      const std::size_t count = field.sequence->size(member);
      out.count(count);
      encode_elements(out, field.type, field.sequence->data(member), count);
    } else {
      encode_elements(out, field.type, member, fixed_count(field.type));
    }
  }
  if (has_placeholder(type, out.format())) out.number<uint8_t>(0);
}

void encode_payload(const MessageType& type, const void* object, const WireFormat& format, std::size_t header_bytes,
                    std::vector<std::byte>& out) {
  WireWriter measure(nullptr, format);  // computes the size only
  encode_struct(measure, type, object);
  out.clear();
  out.reserve(kEncapsulationBytes + header_bytes + measure.size());
  if (!format.ros1) {
    out.resize(kEncapsulationBytes + header_bytes);
    out[1] = static_cast<std::byte>(format.big_endian ? 0 : 1);  // CDR_BE or CDR_LE
  }
  WireWriter writer(&out, format);
  encode_struct(writer, type, object);
}

}  // namespace gs::rosmsg
