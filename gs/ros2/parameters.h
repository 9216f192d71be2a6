// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Parameters of a node: declared, typed and checked.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gs/core/result.h"
#include "gs/rosmsg/messages/rcl_interfaces.h"

namespace gs::ros2 {

using ParameterValue = rosmsg::rcl_interfaces::ParameterValue;
using ParameterDescriptor = rosmsg::rcl_interfaces::ParameterDescriptor;

// Make a parameter value of the type that belongs to the argument.
ParameterValue parameter_value(bool value);
ParameterValue parameter_value(int64_t value);
ParameterValue parameter_value(double value);
ParameterValue parameter_value(std::string value);
ParameterValue parameter_value(const char* value);
ParameterValue parameter_value(std::vector<int64_t> value);
ParameterValue parameter_value(std::vector<double> value);
ParameterValue parameter_value(std::vector<std::string> value);
// Name of a parameter type: "integer", "string_array"; "not set" for 0.
std::string_view parameter_type_name(uint8_t type);
// Text of a value: "2.8", "[1, 2]".
std::string to_text(const ParameterValue& value);

// The parameters of one node. Thread-safe. Callbacks of declarations run while a lock is held and must not call back.
class Parameters {
 public:
  // Applies a new value, or returns an error with the reason for refusing it.
  using OnSet = std::function<Result<void>(const ParameterValue& value)>;
  // Called after every change.
  using OnChange = std::function<void(const rosmsg::rcl_interfaces::ParameterEvent& event)>;

  // A parameter with its initial value.
  struct Declaration {
    std::string name;
    ParameterValue value{};
    ParameterDescriptor descriptor{};  // name and type are filled in
    OnSet on_set{};
  };

  // Sets the function that is called after every change; empty for none.
  void set_listener(OnChange on_change);
  // Declares a parameter. An override of the same name replaces the initial value. Errors: already_exists;
  // invalid_option if the override has another type or is out of range; those of on_set.
  Result<void> declare(Declaration declaration);
  // Sets the values given on the command line or in files; call it before declare().
  void set_overrides(std::map<std::string, ParameterValue> overrides);

  // Value and descriptor of a parameter; empty if it is not declared.
  std::optional<ParameterValue> get(std::string_view name) const;
  std::optional<ParameterDescriptor> describe(std::string_view name) const;
  // Sets several parameters, all or none: nothing is set if one of them is undeclared, read-only, of another type, out
  // of range, or refused by its on_set. Parameters before a refused one are set back, by on_set with their former
  // values.
  rosmsg::rcl_interfaces::SetParametersResult set(const std::vector<rosmsg::rcl_interfaces::Parameter>& parameters);
  // Names that start with one of the prefixes (all without prefixes), down to `depth` levels below it; depth 0: all
  // levels.
  rosmsg::rcl_interfaces::ListParametersResult list(const std::vector<std::string>& prefixes, uint64_t depth) const;

 private:
  Result<void> check(const rosmsg::rcl_interfaces::Parameter& parameter) const;
  static void set_back(std::vector<std::pair<Declaration*, ParameterValue>>& before);

  mutable std::mutex mutex_;
  std::map<std::string, Declaration, std::less<>> declared_;
  std::map<std::string, ParameterValue> overrides_;
  OnChange on_change_;
};

}  // namespace gs::ros2
