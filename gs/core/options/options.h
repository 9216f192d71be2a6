// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Options of an algorithm: a plain struct with defaults, and one `describe` that names each field once.
//
//   struct GroundOptions { double cell_m = 0.2; };
//   void describe(auto& visit, GroundOptions& o) {
//     visit("cell_m", o.cell_m, "edge of a ground cell", Range{0.01, 5.0});
//   }
//
// OptionTable turns that into a list of named, typed and checked options, which the YAML reader, the command line,
// --help and the ROS parameters share. A field may itself be a described struct; its options are named "outer.inner".
#pragma once

#include <concepts>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "gs/core/result.h"

namespace gs {

// Closed interval of allowed values; for lists it holds for every element.
struct Range {
  double min, max;
};
// The values that a text option may take.
struct Choices {
  std::vector<std::string> values;
};

// The type of an option's value, as users see it in --help.
enum class OptionType { boolean, integer, real, text, integer_list, real_list, text_list };
std::string_view to_string(OptionType type);  // "integer", "list of numbers", ...

// One option. Its value is exchanged as texts (one, or one per list element), because YAML, flags and ROS parameters
// can all provide texts.
struct Option {
  std::string name;  // dotted: "learning_rate.position"
  OptionType type = OptionType::text;
  std::string help;
  bool optional = false;                // may be null / unset
  std::vector<std::string> defaults{};  // texts of the default value; none for an unset optional or empty list
  std::optional<Range> range{};         // of numbers; none: any
  std::vector<std::string> choices{};   // of texts; none: any
  std::function<std::vector<std::string>()> get{};  // texts of the present value
  // Sets the field; invalid_option if type, range or choices do not allow the value.
  std::function<Result<void>(const std::vector<std::string>&)> set{};

  // True if the option takes any number of values.
  bool is_list() const { return type >= OptionType::integer_list; }
};

// "0.01 to 5", "one of: cpu, cuda"; empty when the option has neither range nor choices.
std::string allowed_values(const Option& option);

// All options of an options struct, in the order in which describe() names them.
class OptionTable {
 public:
  // Builds the table of `options`. The table points into `options`, which must outlive it and must not move.
  template <class Options>
  static OptionTable of(Options& options);

  const std::vector<Option>& all() const { return options_; }  // in the order of describe()
  const Option* find(std::string_view name) const;             // by full dotted name; nullptr if there is none
  // Sets the option `name`. invalid_option if the name is unknown (the hint names the most similar one) or the value is
  // not allowed.
  Result<void> set(std::string_view name, const std::vector<std::string>& values) const;
  Result<void> set(std::string_view name, std::string_view value) const {
    return set(name, std::vector<std::string>{std::string(value)});
  }
  // Sets from "key=value", the form of --set. Elements of a list are separated by commas.
  Result<void> set_assignment(std::string_view assignment) const;
  // The option or group name with the smallest edit distance to `name`; empty if none is similar.
  std::string nearest(std::string_view name) const;

 private:
  friend class OptionVisitor;
  std::vector<Option> options_;
};

// Levenshtein distance of two words: the least number of inserted, removed and replaced characters. For "did you mean".
std::size_t edit_distance(std::string_view a, std::string_view b);

namespace detail {
// The text of a value, in the form that YAML reads back (infinities and NaN as .inf, -.inf, .nan).
std::string option_text(bool value);
std::string option_text(int64_t value);
std::string option_text(double value);
std::string option_text(const std::string& value);
// Reads a value from its text into `out` and checks it against range and choices of the option.
Result<void> parse_option(const Option& option, const std::string& text, bool& out);
Result<void> parse_option(const Option& option, const std::string& text, int64_t& out);
Result<void> parse_option(const Option& option, const std::string& text, double& out);
Result<void> parse_option(const Option& option, const std::string& text, std::string& out);

// The type through which a field of type T is converted from and to text: bool, int64_t, double or string.
template <class T>
using Carried = std::conditional_t<
    std::is_same_v<T, bool>, bool,
    std::conditional_t<std::integral<T>, int64_t, std::conditional_t<std::floating_point<T>, double, std::string>>>;

// Whether T is a std::vector or a std::optional.
template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

// Types that a single option may have; any other field type must be a struct with its own describe().
template <class T>
concept OptionScalar =
    std::is_arithmetic_v<T> || std::is_same_v<T, std::string> || std::is_same_v<T, std::filesystem::path>;
template <class T>
concept OptionField = OptionScalar<T> || IsVector<T>::value || IsOptional<T>::value;

// The OptionType of a scalar field type.
template <class T>
constexpr OptionType scalar_type() {
  if constexpr (std::is_same_v<T, bool>) return OptionType::boolean;
  if constexpr (std::integral<T>) return OptionType::integer;
  if constexpr (std::floating_point<T>) return OptionType::real;
  return OptionType::text;
}

// Text of a field.
template <class T>
std::string field_text(const T& field) {
  if constexpr (std::is_same_v<T, std::filesystem::path>) {
    return field.string();
  } else {
    return option_text(static_cast<Carried<T>>(field));
  }
}

// Reads `field` from its text; invalid_option for an integer that does not fit the type of the field.
template <class T>
Result<void> parse_field(const Option& option, const std::string& text, T& field) {
  Carried<T> carried{};
  GS_CHECK(parse_option(option, text, carried));
  if constexpr (std::integral<T> && !std::is_same_v<T, bool>) {
    if (!std::in_range<T>(carried)) {
      return fail(ErrorCode::invalid_option, "{} = {} does not fit its type", option.name, text);
    }
  }
  field = static_cast<T>(carried);
  return {};
}

// The error for `count` values given to an option that takes one.
Error wrong_count(const Option& option, std::size_t count);
}  // namespace detail

// The `visit` argument of describe() that fills an OptionTable. Structs inside the options are visited recursively.
class OptionVisitor {
 public:
  OptionVisitor(OptionTable& table, std::string prefix) : table_(table), prefix_(std::move(prefix)) {}

  template <class T, class... Limits>
  void operator()(std::string_view name, T& field, std::string_view help, Limits... limits) {
    const std::string full = prefix_.empty() ? std::string(name) : prefix_ + "." + std::string(name);
    if constexpr (detail::OptionField<T>) {
      Option option{.name = full, .help = std::string(help)};
      (apply(option, std::move(limits)), ...);
      bind(option, field);
      option.defaults = option.get();
      table_.options_.push_back(std::move(option));
    } else {
      OptionVisitor inner(table_, full);
      describe(inner, field);
    }
  }

 private:
  static void apply(Option& option, Range range) { option.range = range; }
  static void apply(Option& option, Choices choices) { option.choices = std::move(choices.values); }

  // Fills in the type, get and set of an option. `set` keeps its own copy of the limits, because the table may move.
  template <class T>
  static void bind(Option& option, T& field) {
    if constexpr (detail::IsOptional<T>::value) {
      using Inner = typename T::value_type;
      option.type = detail::scalar_type<Inner>();
      option.optional = true;
      option.get = [&field] {
        return field ? std::vector<std::string>{detail::field_text(*field)} : std::vector<std::string>{};
      };
      option.set = [&field, limits = option](const std::vector<std::string>& texts) -> Result<void> {
        if (texts.empty()) return field.reset(), Result<void>{};
        if (texts.size() != 1) return detail::wrong_count(limits, texts.size());
        Inner value{};
        GS_CHECK(detail::parse_field(limits, texts[0], value));
        field = std::move(value);
        return {};
      };
    } else if constexpr (detail::IsVector<T>::value) {
      using Inner = typename T::value_type;
      option.type = std::integral<Inner>         ? OptionType::integer_list
                    : std::floating_point<Inner> ? OptionType::real_list
                                                 : OptionType::text_list;
      option.get = [&field] {
        std::vector<std::string> texts;
        for (const Inner& item : field) texts.push_back(detail::field_text(item));
        return texts;
      };
      option.set = [&field, limits = option](const std::vector<std::string>& texts) -> Result<void> {
        T values(texts.size());
        for (std::size_t i = 0; i < texts.size(); ++i) GS_CHECK(detail::parse_field(limits, texts[i], values[i]));
        field = std::move(values);
        return {};
      };
    } else {
      option.type = detail::scalar_type<T>();
      option.get = [&field] { return std::vector<std::string>{detail::field_text(field)}; };
      option.set = [&field, limits = option](const std::vector<std::string>& texts) -> Result<void> {
        if (texts.size() != 1) return detail::wrong_count(limits, texts.size());
        return detail::parse_field(limits, texts[0], field);
      };
    }
  }

  OptionTable& table_;
  std::string prefix_;
};

// Defined here because OptionVisitor must be complete.
template <class Options>
OptionTable OptionTable::of(Options& options) {
  OptionTable table;
  OptionVisitor visitor(table, "");
  describe(visitor, options);
  return table;
}

}  // namespace gs
