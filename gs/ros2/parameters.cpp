// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/parameters.h"

#include <algorithm>
#include <set>
#include <utility>

namespace gs::ros2 {
namespace {

// Converts integers to double where a double is declared, so that "2" is accepted for "2.0".
ParameterValue converted(const ParameterValue& value, uint8_t wanted) {
  using Type = rosmsg::rcl_interfaces::ParameterType;
  if (wanted == Type::PARAMETER_DOUBLE && value.type == Type::PARAMETER_INTEGER)
    return parameter_value(static_cast<double>(value.integer_value));
  if (wanted == Type::PARAMETER_DOUBLE_ARRAY && value.type == Type::PARAMETER_INTEGER_ARRAY)
    return parameter_value(std::vector<double>(value.integer_array_value.begin(), value.integer_array_value.end()));
  return value;
}

// Checks type and range against the descriptor.
Result<void> check_value(const ParameterDescriptor& descriptor, const ParameterValue& value) {
  if (!descriptor.dynamic_typing && value.type != descriptor.type) {
    return fail(ErrorCode::invalid_option, "parameter {} has type {}, not {}", descriptor.name,
                parameter_type_name(descriptor.type), parameter_type_name(value.type));
  }
  for (const auto& range : descriptor.floating_point_range) {
    if (!(value.double_value >= range.from_value && value.double_value <= range.to_value))
      return fail(ErrorCode::invalid_option, "parameter {} = {} is outside the range {} to {}", descriptor.name,
                  value.double_value, range.from_value, range.to_value);
  }
  for (const auto& range : descriptor.integer_range) {
    if (value.integer_value < range.from_value || value.integer_value > range.to_value)
      return fail(ErrorCode::invalid_option, "parameter {} = {} is outside the range {} to {}", descriptor.name,
                  value.integer_value, range.from_value, range.to_value);
  }
  return {};
}

// True if `name` lies below `prefix` (levels are separated by dots), at most `depth` levels deep.
bool is_below(std::string_view name, std::string_view prefix, uint64_t depth) {
  std::string_view rest = name;
  if (!prefix.empty()) {
    if (name == prefix) return true;
    if (!name.starts_with(prefix) || name[prefix.size()] != '.') return false;
    rest.remove_prefix(prefix.size() + 1);
  }
  return depth == 0 || static_cast<uint64_t>(std::count(rest.begin(), rest.end(), '.')) < depth;
}

}  // namespace

void Parameters::set_listener(OnChange on_change) {
  const std::lock_guard lock(mutex_);
  on_change_ = std::move(on_change);
}

void Parameters::set_overrides(std::map<std::string, ParameterValue> overrides) {
  const std::lock_guard lock(mutex_);
  overrides_ = std::move(overrides);
}

Result<void> Parameters::declare(Declaration declaration) {
  rosmsg::rcl_interfaces::ParameterEvent event;
  OnChange on_change;
  {
    const std::lock_guard lock(mutex_);
    const std::string name = declaration.name;
    if (declared_.contains(name)) return fail(ErrorCode::already_exists, "parameter {} is already declared", name);
    declaration.descriptor.name = name;
    // The type of the declared value is the type of the parameter.
    declaration.descriptor.type = declaration.value.type;
    if (const auto found = overrides_.find(name); found != overrides_.end()) {
      declaration.value = converted(found->second, declaration.descriptor.type);
      GS_CHECK(check_value(declaration.descriptor, declaration.value));
      if (declaration.on_set) GS_CHECK(declaration.on_set(declaration.value));
    }
    event.new_parameters = {{name, declaration.value}};
    declared_.emplace(name, std::move(declaration));
    on_change = on_change_;
  }
  if (on_change) on_change(event);
  return {};
}

std::optional<ParameterValue> Parameters::get(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto found = declared_.find(name);
  return found == declared_.end() ? std::nullopt : std::optional(found->second.value);
}

std::optional<ParameterDescriptor> Parameters::describe(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto found = declared_.find(name);
  return found == declared_.end() ? std::nullopt : std::optional(found->second.descriptor);
}

Result<void> Parameters::check(const rosmsg::rcl_interfaces::Parameter& parameter) const {
  const auto found = declared_.find(parameter.name);
  if (found == declared_.end()) return fail(ErrorCode::not_found, "parameter {} is not declared", parameter.name);
  const ParameterDescriptor& descriptor = found->second.descriptor;
  if (descriptor.read_only) return fail(ErrorCode::permission_denied, "parameter {} is read-only", parameter.name);
  return check_value(descriptor, converted(parameter.value, descriptor.type));
}

rosmsg::rcl_interfaces::SetParametersResult Parameters::set(
    const std::vector<rosmsg::rcl_interfaces::Parameter>& parameters) {
  rosmsg::rcl_interfaces::ParameterEvent event;
  OnChange on_change;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& parameter : parameters) {
      // Check everything before anything is changed.
      if (const auto checked = check(parameter); !checked) return {.reason = checked.error().message};
    }
    std::vector<std::pair<Declaration*, ParameterValue>> before;  // what has been set so far, with its former value
    for (const auto& parameter : parameters) {
      Declaration& declaration = declared_.find(parameter.name)->second;
      const ParameterValue value = converted(parameter.value, declaration.descriptor.type);
      if (declaration.on_set) {
        if (const auto taken = declaration.on_set(value); !taken) {
          set_back(before);
          return {.reason = taken.error().message};
        }
      }
      before.emplace_back(&declaration, std::exchange(declaration.value, value));
      event.changed_parameters.push_back({parameter.name, value});
    }
    on_change = on_change_;
  }
  if (on_change && !event.changed_parameters.empty()) on_change(event);
  return {.successful = true, .reason = ""};
}

// In reverse order, so that a parameter that was set twice gets its first value. An on_set has accepted the former
// value before, so its answer is not needed.
void Parameters::set_back(std::vector<std::pair<Declaration*, ParameterValue>>& before) {
  for (; !before.empty(); before.pop_back()) {
    auto& [declaration, value] = before.back();
    if (declaration->on_set) (void)declaration->on_set(value);
    declaration->value = std::move(value);
  }
}

rosmsg::rcl_interfaces::ListParametersResult Parameters::list(const std::vector<std::string>& prefixes,
                                                              uint64_t depth) const {
  const std::lock_guard lock(mutex_);
  rosmsg::rcl_interfaces::ListParametersResult out;
  std::set<std::string> parents;
  for (const auto& entry : declared_) {
    const std::string& name = entry.first;
    const bool wanted = prefixes.empty() ? is_below(name, "", depth)
                                         : std::any_of(prefixes.begin(), prefixes.end(),
                                                       [&](const std::string& p) { return is_below(name, p, depth); });
    if (!wanted) continue;
    out.names.push_back(name);
    if (const std::size_t dot = name.rfind('.'); dot != std::string::npos) parents.insert(name.substr(0, dot));
  }
  out.prefixes.assign(parents.begin(), parents.end());
  return out;
}

}  // namespace gs::ros2
