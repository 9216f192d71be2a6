// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads foxglove messages from protobuf.
#pragma once

#include <bit>
#include <optional>
#include <type_traits>

#include "gs/rosmsg/foxglove/fields.h"
#include "gs/rosmsg/foxglove/protobuf.h"

namespace gs::rosmsg::foxglove {

// Reads the wire format into `message`. Repeated fields are appended; later values replace earlier ones. Errors:
// corrupt, truncated, unsupported.
template <class Message>
Result<void> merge_protobuf(Bytes bytes, Message& message);

// Assigns one wire field to the member with its number. A member accepts every wire type that can hold its value,
// because writers use both fixed and variable lengths.
class WireVisitor {
 public:
  explicit WireVisitor(const WireField& field) : field_(field) {}
  std::optional<Error> error;

  template <class Member>
  void operator()(uint32_t number, std::string_view name, Member& member) {
    if (number != field_.number || error) return;
    if (auto result = assign(member); !result) error = std::move(result).error().with_context(name);
  }

 private:
  using Type = WireField::Type;

  Result<void> need(bool right) const {
    if (right) return {};
    return fail(ErrorCode::corrupt, "has wire type {}", static_cast<int>(field_.type));
  }
  Result<void> assign(double& member) const {
    GS_CHECK(need(field_.type == Type::fixed64));
    member = std::bit_cast<double>(field_.value);
    return {};
  }
  Result<void> assign(std::string& member) const {
    GS_CHECK(need(field_.type == Type::bytes));
    member = as_text(field_.bytes);
    return {};
  }
  Result<void> assign(std::vector<std::byte>& member) const {
    GS_CHECK(need(field_.type == Type::bytes));
    member.assign(field_.bytes.begin(), field_.bytes.end());
    return {};
  }
  Result<void> assign(std::vector<double>& member) const {
    if (field_.type == Type::fixed64) return member.push_back(std::bit_cast<double>(field_.value)), Result<void>{};
    GS_CHECK(need(field_.type == Type::bytes && field_.bytes.size() % 8 == 0));
    for (std::size_t i = 0; i < field_.bytes.size(); i += 8) member.push_back(load_le<double>(field_.bytes.data() + i));
    return {};
  }
  // google.protobuf.Timestamp: seconds = 1, nanos = 2.
  Result<void> assign(Timestamp& member) const {
    GS_CHECK(need(field_.type == Type::bytes));
    WireReader in(field_.bytes);
    uint64_t seconds = 0, nanos = 0;
    while (!in.at_end()) {
      GS_TRY(const WireField part, in.next());
      if (part.number == 1) seconds = part.value;
      if (part.number == 2) nanos = part.value;
    }
    member = Timestamp::from_ros(static_cast<int64_t>(seconds), static_cast<uint32_t>(nanos));
    return {};
  }
  template <class Member>
  Result<void> assign(Member& member) const {
    if constexpr (std::is_integral_v<Member> || std::is_enum_v<Member>) {
      GS_CHECK(need(field_.type == Type::varint || field_.type == Type::fixed32));
      member = static_cast<Member>(static_cast<uint32_t>(field_.value));
      return {};
    } else {
      GS_CHECK(need(field_.type == Type::bytes));
      return merge_protobuf(field_.bytes, member);
    }
  }
  template <class Item>
  Result<void> assign(std::vector<Item>& member) const {
    GS_CHECK(need(field_.type == Type::bytes));
    return merge_protobuf(field_.bytes, member.emplace_back());
  }

  const WireField& field_;
};

// Visits all members once per wire field; the numbers are few.
template <class Message>
Result<void> merge_protobuf(Bytes bytes, Message& message) {
  WireReader in(bytes);
  while (!in.at_end()) {
    GS_TRY(const WireField field, in.next());
    WireVisitor visit(field);
    fields(visit, message);
    if (visit.error) return std::move(*visit.error);
  }
  return {};
}

}  // namespace gs::rosmsg::foxglove
