// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/core/options/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "gs/core/json/json_writer.h"
#include "gs/core/text/enum_names.h"

namespace gs {
namespace {

constexpr EnumNames<OptionType::text_list> kTypeNames("true|false", "integer", "number", "text", "list of integers",
                                                      "list of numbers", "list of texts");

// The error for a value of the wrong type, with the allowed values as a hint.
Error bad_value(const Option& option, const std::string& text, std::string_view wanted) {
  Error error = fail(ErrorCode::invalid_option, "{} = '{}' is not {}", option.name, text, wanted);
  const std::string allowed = allowed_values(option);
  return allowed.empty() ? error : std::move(error).with_hint("allowed: " + allowed);
}

Result<void> check_range(const Option& option, const std::string& text, double value) {
  if (!option.range || (value >= option.range->min && value <= option.range->max)) return {};
  return fail(ErrorCode::invalid_option, "{} = {} is out of range", option.name, text)
      .with_hint("allowed: " + allowed_values(option));
}

// Reads a number; the whole text must be the number, without white space or a leading '+'.
template <class T>
std::optional<T> parse_number(const std::string& text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Shortest decimal, whole numbers without ".0".
std::string short_number(double value) {
  std::string text = json_number(value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

}  // namespace

std::string_view to_string(OptionType type) { return kTypeNames[type]; }

std::string allowed_values(const Option& option) {
  if (option.range) {
    if (std::isinf(option.range->max)) return short_number(option.range->min) + " or more";
    return short_number(option.range->min) + " to " + short_number(option.range->max);
  }
  if (option.choices.empty()) return "";
  std::string text = "one of: ";
  for (std::size_t i = 0; i < option.choices.size(); ++i) text += (i > 0 ? ", " : "") + option.choices[i];
  return text;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Dynamic programming (Wagner and Fischer 1974) with one row: row[j] is the distance of a[0, i) and b[0, j).
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0u);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
    }
  }
  return row[b.size()];
}

const Option* OptionTable::find(std::string_view name) const {
  const auto found = std::find_if(options_.begin(), options_.end(), [&](const Option& o) { return o.name == name; });
  return found == options_.end() ? nullptr : &*found;
}

std::string OptionTable::nearest(std::string_view name) const {
  // A name is similar if the distance is less than half of its length, or less than three for short names.
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(3, name.size() / 2);
  const auto consider = [&](std::string_view known) {
    const std::size_t distance = edit_distance(name, known);
    if (distance < best_distance) best = known, best_distance = distance;
  };
  for (const Option& option : options_) {
    const std::string_view whole = option.name;
    for (std::size_t dot = whole.find('.'); dot != whole.npos; dot = whole.find('.', dot + 1)) {
      consider(whole.substr(0, dot));  // the name of the group that contains it
    }
    consider(whole);
  }
  return best;
}

Result<void> OptionTable::set(std::string_view name, const std::vector<std::string>& values) const {
  if (const Option* option = find(name)) return option->set(values);
  Error error = fail(ErrorCode::invalid_option, "unknown option '{}'", name);
  const std::string near = nearest(name);
  return near.empty() ? error : std::move(error).with_hint("did you mean '" + near + "'?");
}

Result<void> OptionTable::set_assignment(std::string_view assignment) const {
  const auto equals = assignment.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return fail(ErrorCode::invalid_option, "'{}' is not of the form key=value", assignment);
  }
  const std::string_view name = assignment.substr(0, equals);
  const std::string_view value = assignment.substr(equals + 1);
  const Option* option = find(name);
  if (option == nullptr || !option->is_list()) return set(name, value);
  std::vector<std::string> items;  // "a,b,c" has three, an empty text none
  for (std::size_t begin = 0; begin <= value.size() && !value.empty();) {
    const std::size_t comma = std::min(value.find(',', begin), value.size());
    items.emplace_back(value.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return option->set(items);
}

namespace detail {

std::string option_text(bool value) { return value ? "true" : "false"; }
std::string option_text(int64_t value) { return std::to_string(value); }
std::string option_text(double value) {
  if (std::isinf(value)) return value > 0 ? ".inf" : "-.inf";
  return std::isnan(value) ? ".nan" : short_number(value);
}
std::string option_text(const std::string& value) { return value; }

Result<void> parse_option(const Option& option, const std::string& text, bool& out) {
  if (text != "true" && text != "false") return bad_value(option, text, "true or false");
  out = text == "true";
  return {};
}

Result<void> parse_option(const Option& option, const std::string& text, int64_t& out) {
  const auto value = parse_number<int64_t>(text);
  if (!value) return bad_value(option, text, "an integer");
  out = *value;
  return check_range(option, text, static_cast<double>(out));
}

Result<void> parse_option(const Option& option, const std::string& text, double& out) {
  const auto value = parse_number<double>(text);
  if (!value || !std::isfinite(*value)) return bad_value(option, text, "a finite number");
  out = *value;
  return check_range(option, text, out);
}

Result<void> parse_option(const Option& option, const std::string& text, std::string& out) {
  const auto& choices = option.choices;
  if (!choices.empty() && std::find(choices.begin(), choices.end(), text) == choices.end()) {
    return bad_value(option, text, "a known value");
  }
  out = text;
  return {};
}

Error wrong_count(const Option& option, std::size_t count) {
  return fail(ErrorCode::invalid_option, "{} takes one value, {} were given", option.name, count);
}

}  // namespace detail

}  // namespace gs
