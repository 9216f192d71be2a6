// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/model/ply_row.h"

#include <algorithm>
#include <charconv>

#include "gs/core/number_type.h"

namespace gs::splat::ply {

float load_as_float(const std::byte* from, Type type) {
  return with_number(type, from, [](auto value) { return nearest_float(value); });
}

// std::from_chars does not accept a leading '+', which some writers emit.
Result<float> next_ascii_value(std::string_view& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return fail(ErrorCode::truncated, "ascii PLY ends too early");
  text.remove_prefix(begin);
  std::string_view word = text.substr(0, std::min(text.find_first_of(" \t\r\n"), text.size()));
  text.remove_prefix(word.size());
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) {
    return fail(ErrorCode::corrupt, "not a number in ascii PLY: '{}'", word.substr(0, 40));
  }
  return nearest_float(value);
}

}  // namespace gs::splat::ply
