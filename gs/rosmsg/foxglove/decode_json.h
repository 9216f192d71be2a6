// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads foxglove messages from JSON.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

#include "gs/core/bytes.h"
#include "gs/core/json/json.h"
#include "gs/rosmsg/foxglove/fields.h"

namespace gs::rosmsg::foxglove {

// Decodes a base64 text (RFC 4648, with or without padding, also the URL alphabet). Errors: invalid_data.
Result<std::vector<std::byte>> decode_base64(std::string_view text);

// Fills the members of `message` from a JSON object. Errors: invalid_data with the path of the field.
template <class Message>
Result<void> read_json(const Node& object, Message& message);

// Looks up each member by its name; missing and null members keep their defaults.
class JsonVisitor {
 public:
  explicit JsonVisitor(const Node& object) : object_(object) {}
  std::optional<Error> error;

  template <class Member>
  void operator()(uint32_t, std::string_view name, Member& member) {
    const Node* value = object_.find(name);
    if (error || value == nullptr || value->is_null()) return;
    if (auto result = assign(*value, member); !result) error = std::move(result).error().with_context(name);
  }

 private:
  // Integer type of a member; for an enum its underlying type.
  template <class Member, bool = std::is_enum_v<Member>>
  struct Integer {
    using type = Member;
  };
  template <class Member>
  struct Integer<Member, true> {
    using type = std::underlying_type_t<Member>;
  };

  static Result<void> need(bool right, std::string_view what) {
    if (right) return {};
    return fail(ErrorCode::invalid_data, "is not {}", what);
  }
  static Result<void> assign(const Node& value, double& member) {
    GS_CHECK(need(value.is_number(), "a number"));
    member = value.real;
    return {};
  }
  static Result<void> assign(const Node& value, std::string& member) {
    GS_CHECK(need(value.is_text(), "a text"));
    member = value.text;
    return {};
  }
  static Result<void> assign(const Node& value, std::vector<std::byte>& member) {
    GS_CHECK(need(value.is_text(), "a base64 text"));
    GS_TRY(member, decode_base64(value.text));
    return {};
  }
  static Result<void> assign(const Node& value, Timestamp& member) {
    uint32_t sec = 0, nsec = 0;
    GS_CHECK(need(value.is_map(), "an object"));
    if (const auto* part = value.find("sec")) GS_CHECK(assign(*part, sec));
    if (const auto* part = value.find("nsec")) GS_CHECK(assign(*part, nsec));
    member = Timestamp::from_ros(sec, nsec);
    return {};
  }
  template <class Member>
  static Result<void> assign(const Node& value, Member& member) {
    if constexpr (std::is_integral_v<Member> || std::is_enum_v<Member>) {
      static_assert(sizeof(Member) <= 4, "a double holds the limits exactly");
      using Limits = std::numeric_limits<typename Integer<Member>::type>;
      constexpr double min = Limits::min(), max = Limits::max();
      GS_CHECK(need(value.is_number() && value.real >= min && value.real <= max && std::trunc(value.real) == value.real,
                    format("a whole number from {} to {}", Limits::min(), Limits::max())));
      member = static_cast<Member>(static_cast<int64_t>(value.real));
      return {};
    } else {
      GS_CHECK(need(value.is_map(), "an object"));
      return read_json(value, member);
    }
  }
  template <class Item>
  static Result<void> assign(const Node& value, std::vector<Item>& member) {
    GS_CHECK(need(value.is_list(), "a list"));
    for (const Node& item : value.items) GS_CHECK(assign(item, member.emplace_back()));
    return {};
  }

  const Node& object_;
};

// Visits all fields and returns the first error.
template <class Message>
Result<void> read_json(const Node& object, Message& message) {
  JsonVisitor visit(object);
  fields(visit, message);
  if (visit.error) return std::move(*visit.error);
  return {};
}

}  // namespace gs::rosmsg::foxglove
