// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The parameters of a node: declared, typed, checked.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/rosmsg/messages/rcl_interfaces.h"

namespace gs::ros2 {

using ParameterValue = rcl_interfaces::ParameterValue;
using ParameterDescriptor = rcl_interfaces::ParameterDescriptor;

ParameterValue parameter_value(bool value);
ParameterValue parameter_value(int64_t value);
ParameterValue parameter_value(double value);
ParameterValue parameter_value(std::string value);
ParameterValue parameter_value(const char* value);
ParameterValue parameter_value(std::vector<int64_t> value);
ParameterValue parameter_value(std::vector<double> value);
ParameterValue parameter_value(std::vector<std::string> value);
// "integer", "string_array"; "not set" for 0.
std::string_view parameter_type_name(uint8_t type);
// "2.8", "[1, 2]".
std::string to_text(const ParameterValue& value);

// Thread safe.
class Parameters {
 public:
  // Returns why the value is refused, or applies it.
  using OnSet = std::function<Result<void>(const ParameterValue& value)>;
  // Told of every change, after it.
  using OnChange = std::function<void(const rcl_interfaces::ParameterEvent& event)>;

  struct Declaration {
    std::string name;
    ParameterValue value{};
    ParameterDescriptor descriptor{};  // name and type are filled in
    OnSet on_set{};
  };

  void set_listener(OnChange on_change);
  // The value of an override of the same name replaces the declared one, if types agree. already_exists,
  // invalid_option.
  Result<void> declare(Declaration declaration);
  void set_overrides(std::map<std::string, ParameterValue> overrides);

  std::optional<ParameterValue> get(std::string_view name) const;
  std::optional<ParameterDescriptor> describe(std::string_view name) const;
  // All or none.
  rcl_interfaces::SetParametersResult set(const std::vector<rcl_interfaces::Parameter>& parameters);
  // depth 0: however deep.
  rcl_interfaces::ListParametersResult list(const std::vector<std::string>& prefixes, uint64_t depth) const;

 private:
  Result<void> check(const rcl_interfaces::Parameter& parameter) const;

  mutable std::mutex mutex_;
  std::map<std::string, Declaration, std::less<>> declared_;
  std::map<std::string, ParameterValue> overrides_;
  OnChange on_change_;
};

}  // namespace gs::ros2
