// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/text/decimal.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>

namespace gs {
namespace {

// The power of ten behind 'e' or 'E'. Beyond the range of int64 it is the end of that range.
int64_t exponent_of(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  int64_t value = 0;
  constexpr int64_t kFar = std::numeric_limits<int64_t>::max() / 2;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc::result_out_of_range ||
      value > kFar || value < -kFar) {
    return text.starts_with('-') ? -kFar : kFar;
  }
  return value;
}

// True if the first digit of the number that is not 0 stands before the decimal point, once the exponent has moved it.
bool is_one_or_more(std::string_view number) {
  const std::size_t e = number.find_first_of("eE");
  const std::string_view digits = number.substr(0, e);
  const std::size_t first = digits.find_first_of("123456789");
  if (first == std::string_view::npos) return false;
  const auto point = static_cast<int64_t>(std::min(digits.find('.'), digits.size()));
  const int64_t exponent = e == std::string_view::npos ? 0 : exponent_of(number.substr(e + 1));
  return point - static_cast<int64_t>(first) + exponent > 0;
}

}  // namespace

std::optional<double> parse_decimal(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc{}) return value;
  if (error != std::errc::result_out_of_range) return std::nullopt;
  value = is_one_or_more(text) ? std::numeric_limits<double>::infinity() : 0.0;
  return text.starts_with('-') ? -value : value;
}

}  // namespace gs
