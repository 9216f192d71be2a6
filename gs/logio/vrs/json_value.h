// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A small JSON reader for the layout descriptions inside VRS files. Depth and size are bounded by the text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"

namespace gs::vrs {

struct JsonValue {
  enum class Kind { null, boolean, number, text, array, object };
  Kind kind = Kind::null;
  bool boolean = false;
  double number = 0;
  std::string text;
  std::vector<JsonValue> items;    // of an array, or the values of an object
  std::vector<std::string> names;  // of the values of an object, in order

  // The first member of that name, or null.
  const JsonValue* find(std::string_view name) const;
  bool is_text() const { return kind == Kind::text; }
};

Result<JsonValue> parse_json(std::string_view text);

}  // namespace gs::vrs
