// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "gs/core/json/json_writer.h"
#include "gs/ros2/parameters.h"

namespace gs::ros2 {
namespace {

using rosmsg::rcl_interfaces::ParameterType;

// "[a, b]"
template <class T, class Text>
std::string list_text(const std::vector<T>& values, Text text) {
  std::string out = "[";
  for (const T& value : values) out.append(out.size() > 1 ? ", " : "").append(text(value));
  return out + "]";
}

std::string bool_text(bool value) { return value ? "true" : "false"; }

}  // namespace

ParameterValue parameter_value(bool value) { return {.type = ParameterType::PARAMETER_BOOL, .bool_value = value}; }
ParameterValue parameter_value(int64_t value) {
  return {.type = ParameterType::PARAMETER_INTEGER, .integer_value = value};
}
ParameterValue parameter_value(double value) {
  return {.type = ParameterType::PARAMETER_DOUBLE, .double_value = value};
}
ParameterValue parameter_value(std::string value) {
  return {.type = ParameterType::PARAMETER_STRING, .string_value = std::move(value)};
}
ParameterValue parameter_value(const char* value) { return parameter_value(std::string(value)); }
ParameterValue parameter_value(std::vector<int64_t> value) {
  return {.type = ParameterType::PARAMETER_INTEGER_ARRAY, .integer_array_value = std::move(value)};
}
ParameterValue parameter_value(std::vector<double> value) {
  return {.type = ParameterType::PARAMETER_DOUBLE_ARRAY, .double_array_value = std::move(value)};
}
ParameterValue parameter_value(std::vector<std::string> value) {
  return {.type = ParameterType::PARAMETER_STRING_ARRAY, .string_array_value = std::move(value)};
}

std::string_view parameter_type_name(uint8_t type) {
  static constexpr std::array<std::string_view, 10> kNames = {
      "not set",    "boolean",       "integer",       "double",       "string",
      "byte_array", "boolean_array", "integer_array", "double_array", "string_array"};
  return type < kNames.size() ? kNames[type] : "unknown";
}

std::string to_text(const ParameterValue& value) {
  const auto number = [](double v) { return json_number(v); };
  const auto integer = [](int64_t v) { return std::to_string(v); };
  switch (value.type) {
    case ParameterType::PARAMETER_BOOL:
      return bool_text(value.bool_value);
    case ParameterType::PARAMETER_INTEGER:
      return integer(value.integer_value);
    case ParameterType::PARAMETER_DOUBLE:
      return number(value.double_value);
    case ParameterType::PARAMETER_STRING:
      return value.string_value;
    case ParameterType::PARAMETER_BYTE_ARRAY:
      return list_text(value.byte_array_value, integer);
    case ParameterType::PARAMETER_BOOL_ARRAY:
      return list_text(value.bool_array_value, bool_text);
    case ParameterType::PARAMETER_INTEGER_ARRAY:
      return list_text(value.integer_array_value, integer);
    case ParameterType::PARAMETER_DOUBLE_ARRAY:
      return list_text(value.double_array_value, number);
    case ParameterType::PARAMETER_STRING_ARRAY:
      return list_text(value.string_array_value, [](const std::string& s) { return s; });
    default:
      return "not set";
  }
}

}  // namespace gs::ros2
