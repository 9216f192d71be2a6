// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/web/live/run_parameters.h"

#include <string>

#include "gs/core/json/json_writer.h"
#include "gs/core/options/options.h"
#include "gs/core/text/decimal.h"
#include "gs/core/text/printable.h"

namespace gs::web {
namespace {

// The value of an option's text.
Node scalar_of(OptionType type, const std::string& text) {
  if (type == OptionType::boolean) return Node::of(text == "true");
  if (type == OptionType::integer || type == OptionType::integer_list) return Node::of(int64_t{std::stoll(text)});
  if (type == OptionType::real || type == OptionType::real_list) return Node::of(parse_decimal(text).value_or(0));
  return Node::of(text);
}

ParameterValue value_of_option(const Option& option) {
  ParameterValue out{.name = option.name, .value = {}, .type = {}};
  const std::vector<std::string> texts = option.get();
  if (option.type == OptionType::real) out.type = "float64";
  if (option.type == OptionType::real_list) out.type = "float64_array";
  if (option.is_list()) {
    out.value = Node::list();
    for (const std::string& text : texts) out.value.items.push_back(scalar_of(option.type, text));
  } else if (!texts.empty()) {
    out.value = scalar_of(option.type, texts.front());
  }
  return out;
}

}  // namespace

std::vector<ParameterValue> parameters_of(const sim::SimulatorOptions& options) {
  sim::SimulatorOptions copy = options;
  const OptionTable table = OptionTable::of(copy);
  std::vector<ParameterValue> out;
  for (const Option& option : table.all()) out.push_back(value_of_option(option));
  return out;
}

Result<double> read_real_time_factor(std::string_view name, const Node* value) {
  if (name != kRealTimeFactor)
    return fail(ErrorCode::unsupported, "parameter '{}' cannot be set while the simulator runs; only {} can",
                excerpt(name), kRealTimeFactor);
  if (value == nullptr) return fail(ErrorCode::invalid_option, "parameter '{}' cannot be unset", name);
  if (!value->is_number()) return fail(ErrorCode::invalid_option, "parameter '{}' must be a number", name);
  sim::SimulatorOptions checked;
  GS_CHECK(OptionTable::of(checked).set(name, json_number(value->real)));
  return checked.simulation.real_time_factor;
}

}  // namespace gs::web
