// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/schema/type_hash.h"

#include <algorithm>
#include <array>

#include "gs/core/format.h"
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

std::string field_json(std::string_view name, const FieldType& type) {
  return format(
      "{{\"name\": {}, \"type\": {{\"type_id\": {}, \"capacity\": {}, \"string_capacity\": {}, "
      "\"nested_type_name\": {}}}}}",
      json_quote(name), type_id(type), type.capacity, type.string_capacity,
      json_quote(type.message != nullptr ? type.message->name : ""));
}

// IndividualTypeDescription of REP 2016: the type name and its fields, without defaults and constants.
std::string individual_json(const MessageType& type) {
  std::string fields;
  for (const Field& field : type.fields) {
    if (field.ros1_only) continue;
    fields += (fields.empty() ? "" : ", ") + field_json(field.name, field.type);
  }
  if (fields.empty()) fields = field_json("structure_needs_at_least_one_member", {.kind = Kind::uint8});
  return format("{{\"type_name\": {}, \"fields\": [{}]}}", json_quote(type.name), fields);
}

}  // namespace

// The referenced types are sorted by name, so that the hash does not depend on the order of use.
std::string type_description_json(const MessageType& type) {
  std::vector<const MessageType*> below = referenced_types(type);
  std::sort(below.begin(), below.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
  std::string referenced;
  for (const MessageType* one : below) referenced += (referenced.empty() ? "" : ", ") + individual_json(*one);
  return format("{{\"type_description\": {}, \"referenced_type_descriptions\": [{}]}}", individual_json(type),
                referenced);
}

std::string type_hash(const MessageType& type) { return "RIHS01_" + sha256_hex(type_description_json(type)); }

}  // namespace gs::rosmsg
