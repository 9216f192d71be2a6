// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A small JSON reader (RFC 8259) for what libraries below nlohmann's layer find in files: glTF, VRS layouts, foxglove
// messages. The tree is bounded: nesting deeper than 64 is refused, and memory follows the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"

namespace gs {

struct JsonValue {
  enum class Kind { null, boolean, number, text, array, object };

  Kind kind = Kind::null;
  bool boolean = false;
  double number = 0;
  std::string text{};
  std::vector<JsonValue> items{};    // of an array, or the values of an object
  std::vector<std::string> names{};  // of the values of an object, in order; of equal names the first counts

  // The member of that name, or null.
  const JsonValue* find(std::string_view name) const;
  // The same, but a null value where there is none: optional paths read in one line.
  const JsonValue& operator[](std::string_view name) const;
  bool exists() const { return kind != Kind::null; }
  bool is_text() const { return kind == Kind::text; }
  // A whole number in [0, 2^53]; nothing for anything else.
  std::optional<uint64_t> index() const;
  double number_or(double otherwise) const { return kind == Kind::number ? number : otherwise; }
};

Result<JsonValue> parse_json(std::string_view text);

}  // namespace gs
