// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_ros2/commands.h"
#include "apps/gs_ros2/tool_errors.h"
#include "apps/gs_ros2/tool_node.h"

namespace gs {
namespace {

using namespace rosmsg::rcl_interfaces;
using Limit = std::chrono::milliseconds;

// Names of all parameters of a node.
Result<void> list(ros2::Node& self, const std::string& node, Limit limit) {
  GS_TRY(auto client, self.client<ListParameters>(node + "/list_parameters", ros2::qos::kParameters));
  GS_TRY(const auto names, client.call({}, limit));
  for (const std::string& name : names.result.names) std::printf("%s\n", name.c_str());
  return {};
}

// Prints the value of a parameter.
Result<void> get(ros2::Node& self, const std::string& node, const std::string& name, Limit limit) {
  GS_TRY(auto client, self.client<GetParameters>(node + "/get_parameters", ros2::qos::kParameters));
  GS_TRY(const auto values, client.call({.names = {name}}, limit));
  if (values.values.empty()) return fail(ErrorCode::invalid_argument, "{} has no parameter {}", node, name);
  std::printf("%s\n", ros2::to_text(values.values[0]).c_str());
  return {};
}

// Sets a parameter to a YAML value. Errors: permission_denied if the node refuses it.
Result<void> set(ros2::Node& self, const std::string& node, const std::string& name, const std::string& text,
                 Limit limit) {
  GS_TRY(const ros2::ParameterValue value, ros2::parse_parameter_value(text));
  GS_TRY(auto client, self.client<SetParameters>(node + "/set_parameters", ros2::qos::kParameters));
  GS_TRY(const auto results, client.call({.parameters = {{name, value}}}, limit));
  if (results.results.size() == 1 && results.results[0].successful) return {};
  return fail(ErrorCode::permission_denied, "the parameter was refused: {}",
              results.results.empty() ? std::string("no answer") : results.results[0].reason);
}

}  // namespace

// gs-ros2 param list|get|set NODE.
int run_param(config::CommandLine& line) {
  std::string verb, node, name, value;
  double limit_s = 5.0;
  line.positional("verb", verb, "action", Choices{{"list", "get", "set"}});
  line.positional("node", node, "full name of the node: /simulator_node");
  line.optional_positional("name", name, "name of the parameter");
  line.optional_positional("value", value, "set: value as YAML");
  line.option("timeout", limit_s, "longest wait for an answer [s]", Range{0.0, 3600.0});
  line.example("gs-ros2 param get /simulator_node vehicle.wheelbase");
  if (const auto exit = line.parse()) return *exit;
  if (verb != "list" && name.empty())
    return report_missing(verb, "the name of a parameter", "gs-ros2 param get /simulator_node vehicle.wheelbase");
  if (verb == "set" && value.empty())
    return report_missing(
        verb, "a value",
        "gs-ros2 param set /simulator_node simulation.real_time_factor 0.5; '\"\"' is an empty string");
  auto self = make_tool_node();
  if (!self) return report_failure(self.error());
  const Limit limit(static_cast<int64_t>(limit_s * 1e3));
  const Result<void> done = verb == "list"  ? list(**self, node, limit)
                            : verb == "get" ? get(**self, node, name, limit)
                                            : set(**self, node, name, value, limit);
  if (done) return 0;
  Error error = done.error();
  if (error.hint.empty() && error.code != ErrorCode::permission_denied)
    error.hint = "'gs-ros2 node list' lists the nodes, 'gs-ros2 param list " + node + "' its parameters";
  return report_failure(error);
}

}  // namespace gs
