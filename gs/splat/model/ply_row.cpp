// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/model/ply_row.h"

#include <algorithm>
#include <charconv>

namespace gs::splat::ply {

float load_as_float(const std::byte* from, Type type) {
  switch (type) {
    case Type::i8:
      return load_le<int8_t>(from);
    case Type::u8:
      return load_le<uint8_t>(from);
    case Type::i16:
      return load_le<int16_t>(from);
    case Type::u16:
      return load_le<uint16_t>(from);
    case Type::i32:
      return static_cast<float>(load_le<int32_t>(from));
    case Type::u32:
      return static_cast<float>(load_le<uint32_t>(from));
    case Type::f32:
      return load_le<float>(from);
    case Type::f64: {
      const auto value = load_le<double>(from);
      // Converting a double beyond the range of float is undefined behaviour.
      if (std::abs(value) > 3.4028234e38) return std::copysign(INFINITY, static_cast<float>(value > 0 ? 1 : -1));
      return static_cast<float>(value);
    }
  }
  return 0;
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
  return load_as_float(reinterpret_cast<const std::byte*>(&value), Type::f64);
}

}  // namespace gs::splat::ply
