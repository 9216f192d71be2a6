// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A small JSON reader (RFC 8259) for the libraries that may not use nlohmann: glTF, VRS layouts, foxglove messages.
// Memory is bounded by the length of the text, and nesting deeper than 64 levels is refused.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"

namespace gs {

// One JSON value with everything inside it. `kind` says which of the fields below it is used.
struct JsonValue {
  enum class Kind { null, boolean, number, text, array, object };

  Kind kind = Kind::null;
  bool boolean = false;
  double number = 0;
  std::string text{};
  std::vector<JsonValue> items{};    // elements of an array, or the values of an object
  std::vector<std::string> names{};  // of an object: the name of items[i]; find() returns the first of equal names

  // The value of the member `name`; nullptr if this is no object or has no such member.
  const JsonValue* find(std::string_view name) const;
  // The same, with a JSON null instead of nullptr, so that optional paths can be chained: json["a"]["b"].
  const JsonValue& operator[](std::string_view name) const;
  bool exists() const { return kind != Kind::null; }  // false also for a literal null
  bool is_text() const { return kind == Kind::text; }
  // The number, if this is a whole number in [0, 2^53], the range a double holds exactly; else empty.
  std::optional<uint64_t> index() const;
  // The number, or `otherwise` if this is not a number.
  double number_or(double otherwise) const { return kind == Kind::number ? number : otherwise; }
};

// Parses one JSON document; only white space may follow it. Errors: corrupt, with the byte offset.
Result<JsonValue> parse_json(std::string_view text);

}  // namespace gs
