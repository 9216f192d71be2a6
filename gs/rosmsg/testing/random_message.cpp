// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/testing/random_message.h"

#include <cstring>

namespace gs::rosmsg {
namespace {

void fill_number(Kind kind, std::byte* at, Random& random) {
  if (kind == Kind::boolean) {
    at[0] = static_cast<std::byte>(random.below(2));
  } else if (kind == Kind::float32) {
    const auto value = static_cast<float>(random.normal());  // not NaN, which is unequal to itself
    std::memcpy(at, &value, sizeof(value));
  } else if (kind == Kind::float64) {
    const double value = random.normal();
    std::memcpy(at, &value, sizeof(value));
  } else {
    const uint64_t bits = random.u64();
    std::memcpy(at, &bits, size_of(kind));
  }
}

void fill_elements(const FieldType& type, void* to, std::size_t count, Random& random) {
  auto* at = static_cast<std::byte*>(to);
  for (std::size_t i = 0; i < count; ++i) {
    if (type.kind == Kind::message) {
      fill_random(*type.message, at + i * type.message->struct_bytes, random);
    } else if (type.kind == Kind::string) {
      static_cast<std::string*>(to)[i] = std::string(random.below(9), static_cast<char>('a' + random.below(26)));
    } else {
      fill_number(type.kind, at + i * size_of(type.kind), random);
    }
  }
}

}  // namespace

void fill_random(const MessageType& type, void* object, Random& random) {
  for (const Field& field : type.fields) {
    void* member = static_cast<std::byte*>(object) + field.struct_offset;
    if (field.type.is_sequence()) {
      const std::size_t limit = field.type.array == ArrayKind::bounded ? field.type.capacity : 4;
      const std::size_t count = random.below(static_cast<uint32_t>(limit + 1));
      fill_elements(field.type, field.sequence->resize(member, count), count, random);
    } else {
      fill_elements(field.type, member, field.type.array == ArrayKind::fixed ? field.type.capacity : 1, random);
    }
  }
}

}  // namespace gs::rosmsg
