// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Options of the simulator as ROS parameters of its node, under the same dotted names.
#include <charconv>

#include "gs/bridge/simulator/bridge_impl.h"

namespace gs::bridge {
namespace {

constexpr const char* kRealTimeFactor = "simulation.real_time_factor";

template <class T>
T number(const std::string& text) {
  T out{};
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

template <class T>
std::vector<T> numbers(const std::vector<std::string>& texts) {
  std::vector<T> out;
  for (const std::string& text : texts) out.push_back(number<T>(text));
  return out;
}

// Value of an option, converted from its texts; "not set" for an optional option without value.
ros2::ParameterValue value_of(const Option& option) {
  const std::vector<std::string> texts = option.get();
  if (option.type == OptionType::text_list) return ros2::parameter_value(texts);
  if (option.type == OptionType::real_list) return ros2::parameter_value(numbers<double>(texts));
  if (option.type == OptionType::integer_list) return ros2::parameter_value(numbers<int64_t>(texts));
  if (texts.empty()) return {};  // not set
  if (option.type == OptionType::boolean) return ros2::parameter_value(texts[0] == "true");
  if (option.type == OptionType::integer) return ros2::parameter_value(number<int64_t>(texts[0]));
  if (option.type == OptionType::real) return ros2::parameter_value(number<double>(texts[0]));
  return ros2::parameter_value(texts[0]);
}

// All options are read-only while the simulator runs, except real_time_factor.
ros2::ParameterDescriptor descriptor_of(const Option& option) {
  ros2::ParameterDescriptor out;
  out.description = option.help;
  out.additional_constraints = allowed_values(option);
  out.read_only = option.name != kRealTimeFactor;
  out.dynamic_typing = option.optional;
  if (option.range && option.type == OptionType::real && !option.optional)
    out.floating_point_range = {{.from_value = option.range->min, .to_value = option.range->max}};
  return out;
}

// Texts of a parameter value, as OptionTable::set expects them.
std::vector<std::string> texts_of(const ros2::ParameterValue& value) {
  using Type = rosmsg::rcl_interfaces::ParameterType;
  std::vector<std::string> out;
  if (value.type == Type::PARAMETER_NOT_SET) return out;
  if (value.type == Type::PARAMETER_STRING_ARRAY) return value.string_array_value;
  if (value.type < Type::PARAMETER_BYTE_ARRAY) return {ros2::to_text(value)};
  for (const int64_t item : value.integer_array_value) out.push_back(ros2::to_text(ros2::parameter_value(item)));
  for (const double item : value.double_array_value) out.push_back(ros2::to_text(ros2::parameter_value(item)));
  return out;
}

}  // namespace

Result<void> ROS2Bridge::Impl::declare_parameters() {
  // Overrides were already applied by apply_overrides(): the declared values are those of the running simulator.
  node->parameters().set_overrides({});
  GS_CHECK(
      node->parameters().declare({.name = "world",
                                  .value = ros2::parameter_value(simulator.world().data.bundle_path.string()),
                                  .descriptor = {.description = "folder of the world bundle", .read_only = true}}));
  sim::SimulatorOptions copy = simulator.options();
  const OptionTable table = OptionTable::of(copy);
  for (const Option& option : table.all()) {
    ros2::Parameters::Declaration declaration{
        .name = option.name, .value = value_of(option), .descriptor = descriptor_of(option)};
    if (option.name == kRealTimeFactor) {
      declaration.on_set = [this](const ros2::ParameterValue& value) -> Result<void> {
        run->set_real_time_factor(value.double_value);
        return {};
      };
    }
    GS_CHECK(node->parameters().declare(std::move(declaration)));
  }
  return {};
}

Result<void> apply_overrides(const ros2::Arguments& arguments, sim::SimulatorOptions& options) {
  const std::string name = arguments.node_name.value_or(kSimulatorNode);
  const std::string space = arguments.node_namespace.value_or("");
  GS_TRY(const auto overrides, ros2::parameter_overrides(arguments, (space == "/" ? "" : space) + "/" + name));
  const OptionTable table = OptionTable::of(options);
  for (const auto& [key, value] : overrides) {
    if (key == "use_sim_time" || key == "world") continue;
    GS_CHECK(table.set(key, texts_of(value)));
  }
  return {};
}

}  // namespace gs::bridge
