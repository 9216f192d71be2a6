// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/config/yaml_scalar.h"

#include <array>
#include <charconv>
#include <limits>
#include <optional>

#include "gs/core/text/decimal.h"

namespace gs::config {
namespace {

// from_chars on the whole text; empty if a part of it is not read.
template <class T, class Format>
std::optional<T> parse_whole(std::string_view text, Format format) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (text == word) return true;
  }
  return false;
}

// Reads digits without a sign. from_chars alone would also accept "0x-5" and "+-5".
std::optional<int64_t> parse_unsigned(std::string_view digits, int base) {
  if (digits.starts_with('-')) return std::nullopt;
  return parse_whole<int64_t>(digits, base);
}

// Decimal with an optional sign, 0x hexadecimal, 0o octal.
std::optional<int64_t> parse_integer(std::string_view text) {
  if (text.starts_with("0x")) return parse_unsigned(text.substr(2), 16);
  if (text.starts_with("0o")) return parse_unsigned(text.substr(2), 8);
  if (text.starts_with('+')) return parse_unsigned(text.substr(1), 10);
  return parse_whole<int64_t>(text, 10);
}

// Decimal with fraction or exponent, .inf and .nan.
std::optional<double> parse_real(std::string_view text) {
  const bool negative = text.starts_with("-");
  if (negative || text.starts_with("+")) text.remove_prefix(1);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (is_one_of(text, {".inf", ".Inf", ".INF"})) return negative ? -kInfinity : kInfinity;
  if (is_one_of(text, {".nan", ".NaN", ".NAN"})) return std::numeric_limits<double>::quiet_NaN();
  // from_chars would accept "inf" and "nan", which are texts in YAML.
  if (text.empty() || text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return std::nullopt;
  if (text.front() == '-' || text.front() == '+' || text == ".") return std::nullopt;
  // A number beyond the range of double becomes infinite, so that a check for finite numbers finds it.
  const std::optional<double> value = parse_decimal(text);
  if (!value) return std::nullopt;
  return negative ? -*value : *value;
}

}  // namespace

// Tries the types in the order of the core schema: null, boolean, integer, real, text.
Node resolve_plain_scalar(std::string text, int line) {
  Node node{.line = line};
  if (is_one_of(text, {"", "~", "null", "Null", "NULL"})) {
    node.kind = Node::Kind::null;
  } else if (is_one_of(text, {"true", "True", "TRUE", "false", "False", "FALSE"})) {
    node.kind = Node::Kind::boolean;
    node.boolean = text[0] == 't' || text[0] == 'T';
  } else if (const auto integer = parse_integer(text)) {
    node.kind = Node::Kind::integer;
    node.integer = *integer;
    node.real = static_cast<double>(*integer);
  } else if (const auto real = parse_real(text)) {
    node.kind = Node::Kind::real;
    node.real = *real;
  } else {
    node.kind = Node::Kind::text;
  }
  node.text = std::move(text);
  return node;
}

}  // namespace gs::config
