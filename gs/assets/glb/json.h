// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Just enough JSON to read the description inside a GLB: a value tree, built with bounded depth and memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gs/core/result.h"

namespace gs::glb {

class Json {
 public:
  enum class Kind { null, boolean, number, string, array, object };

  Kind kind = Kind::null;
  bool boolean = false;
  double number = 0;
  std::string string{};
  std::vector<Json> items{};                            // array
  std::vector<std::pair<std::string, Json>> members{};  // object; of equal keys the first counts

  // The member of an object; a null value when there is none, so that optional paths read in one line.
  const Json& operator[](std::string_view key) const;
  bool exists() const { return kind != Kind::null; }
  // Items of an array; nothing for anything else.
  const std::vector<Json>& array() const { return items; }
  // A whole number in [0, 2^53]; nothing for anything else.
  std::optional<uint64_t> index() const;
  double number_or(double otherwise) const { return kind == Kind::number ? number : otherwise; }
};

// RFC 8259. Nesting deeper than 64 is refused.
Result<Json> parse_json(std::string_view text);

}  // namespace gs::glb
