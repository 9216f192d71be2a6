// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/schema/type_hash.h"

#include <algorithm>
#include <array>

#include "gs/core/hash/sha256.h"
#include "gs/core/json/json_writer.h"

namespace gs::rosmsg {
namespace {

// Numbers of type_description_interfaces/msg/FieldType, in the order of Kind. "char" in a .msg file is a uint8 in IDL.
constexpr std::array<int, 16> kTypeIds = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 3, 17, 18, 1};

// FieldType numbers come in blocks of 48: single values, arrays, bounded sequences, unbounded sequences.
int type_id(const FieldType& type) {
  constexpr int kBoundedOffset = 4;  // string 17 -> bounded string 21
  constexpr std::array<int, 4> kArrayOffsets = {0, 48, 96, 144};
  return kTypeIds[static_cast<std::size_t>(type.kind)] + (type.string_capacity != 0 ? kBoundedOffset : 0) +
         kArrayOffsets[static_cast<std::size_t>(type.array)];
}

void append_field(std::string_view name, const FieldType& type, JsonWriter& json) {
  json.begin_object().field("name", name).key("type").begin_object();
  json.field("type_id", type_id(type)).field("capacity", type.capacity);
  json.field("string_capacity", type.string_capacity);
  json.field("nested_type_name", type.message != nullptr ? type.message->name : std::string());
  json.end_object().end_object();
}

// IndividualTypeDescription of REP 2016: the type name and its fields, without defaults and constants.
void append_type(const MessageType& type, JsonWriter& json) {
  json.begin_object().field("type_name", type.name).key("fields").begin_array();
  bool empty = true;
  for (const Field& field : type.fields) {
    if (field.ros1_only) continue;
    append_field(field.name, field.type, json);
    empty = false;
  }
  if (empty) append_field("structure_needs_at_least_one_member", {.kind = Kind::uint8}, json);
  json.end_array().end_object();
}

}  // namespace

// The referenced types are sorted by name, so that the hash does not depend on the order of use.
std::string type_description_json(const MessageType& type) {
  std::vector<const MessageType*> below = referenced_types(type);
  std::sort(below.begin(), below.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
  JsonWriter json(JsonWriter::Layout::compact);  // the spaces of REP 2016: ", " and ": "
  json.begin_object().key("type_description");
  append_type(type, json);
  json.key("referenced_type_descriptions").begin_array();
  for (const MessageType* one : below) append_type(*one, json);
  return json.end_array().end_object().text();
}

std::string type_hash(const MessageType& type) { return "RIHS01_" + sha256_hex(type_description_json(type)); }

}  // namespace gs::rosmsg
