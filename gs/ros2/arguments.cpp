// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/arguments.h"

#include <algorithm>

#include "gs/config/yaml.h"

namespace gs::ros2 {
namespace {

// A list becomes the narrowest array type that holds all its items: bool, integer, double, string.
Result<ParameterValue> list_value(const gs::Node& node) {
  using Kind = gs::Node::Kind;
  const auto all = [&](auto is) { return std::all_of(node.items.begin(), node.items.end(), is); };
  if (node.items.empty()) return parameter_value(std::vector<std::string>{});
  if (all([](const gs::Node& n) { return n.kind == Kind::boolean; })) {
    ParameterValue out{.type = rosmsg::rcl_interfaces::ParameterType::PARAMETER_BOOL_ARRAY};
    for (const gs::Node& item : node.items) out.bool_array_value.push_back(item.boolean ? 1 : 0);
    return out;
  }
  if (all([](const gs::Node& n) { return n.kind == Kind::integer; })) {
    std::vector<int64_t> out;
    for (const gs::Node& item : node.items) out.push_back(item.integer);
    return parameter_value(std::move(out));
  }
  if (all([](const gs::Node& n) { return n.is_number(); })) {
    std::vector<double> out;
    for (const gs::Node& item : node.items) out.push_back(item.real);
    return parameter_value(std::move(out));
  }
  if (!all([](const gs::Node& n) { return n.is_scalar(); }))
    return fail(ErrorCode::invalid_option, "line {}: a parameter cannot be a list of lists", node.line);
  std::vector<std::string> out;
  for (const gs::Node& item : node.items) out.push_back(item.text);
  return parameter_value(std::move(out));
}

// Parameter value of a YAML scalar or list. Errors: invalid_option for maps.
Result<ParameterValue> to_value(const gs::Node& node) {
  using Kind = gs::Node::Kind;
  switch (node.kind) {
    case Kind::null:
      return ParameterValue{};
    case Kind::boolean:
      return parameter_value(node.boolean);
    case Kind::integer:
      return parameter_value(node.integer);
    case Kind::real:
      return parameter_value(node.real);
    case Kind::text:
      return parameter_value(node.text);
    case Kind::list:
      return list_value(node);
    case Kind::map:
      return fail(ErrorCode::invalid_option, "line {}: a parameter value cannot be a map", node.line);
  }
  return ParameterValue{};
}

// Flattens nested maps to dotted names.
Result<void> collect(const gs::Node& map, const std::string& prefix, std::map<std::string, ParameterValue>& out) {
  for (const auto& [key, value] : map.members) {
    const std::string name = prefix.empty() ? key : prefix + "." + key;
    if (value.is_map()) {
      GS_CHECK(collect(value, name, out));
      continue;
    }
    GS_TRY(out[name], to_value(value));
  }
  return {};
}

// Adds the parameters of a file that apply to the node. Sections: /**, name or full name, then ros__parameters.
Result<void> read_file(const std::string& path, std::string_view full_name,
                       std::map<std::string, ParameterValue>& out) {
  GS_TRY(const gs::Node root, config::read_yaml(path));
  if (!root.is_map()) return fail(ErrorCode::invalid_option, "{} contains no parameter map", path);
  const std::string_view short_name = full_name.substr(full_name.rfind('/') + 1);
  for (const auto& [key, section] : root.members) {
    if (key != "/**" && key != full_name && key != short_name) continue;
    if (const gs::Node* parameters = section.find("ros__parameters"); parameters != nullptr && parameters->is_map())
      GS_CHECK(collect(*parameters, "", out));
  }
  return {};
}

struct Assignment {
  std::string_view name, value;
};
// Splits "name:=value".
Result<Assignment> split_assignment(std::string_view text) {
  const std::size_t at = text.find(":=");
  if (at == std::string_view::npos || at == 0)
    return fail(ErrorCode::invalid_argument, "'{}' is not of the form name:=value", text)
        .with_hint("write name:=value");
  return Assignment{text.substr(0, at), text.substr(at + 2)};
}

// Adds a rule "[node:]from:=to"; __ns and __node set namespace and name.
Result<void> add_remap(std::string_view text, Arguments& out) {
  GS_TRY(const Assignment rule, split_assignment(text));
  std::string_view from = rule.name;
  std::string node;
  if (const std::size_t colon = from.find(':'); colon != std::string_view::npos) {
    node = from.substr(0, colon);
    from.remove_prefix(colon + 1);
  }
  if (from == "__ns") {
    out.node_namespace = rule.value;
  } else if (from == "__node" || from == "__name") {
    out.node_name = rule.value;
  } else {
    out.remaps.push_back({node, std::string(from), std::string(rule.value)});
  }
  return {};
}

// Applies an option that has a value.
Result<void> add_option(std::string_view flag, const std::string& value, Arguments& out) {
  if (flag == "-r" || flag == "--remap") return add_remap(value, out);
  if (flag == "-p" || flag == "--param") {
    GS_TRY(const Assignment assignment, split_assignment(value));
    GS_TRY(ParameterValue parsed, parse_parameter_value(assignment.value));
    out.parameters.emplace_back(assignment.name, std::move(parsed));
    return {};
  }
  if (flag == "--params-file") out.parameter_files.push_back(value);
  if (flag == "--log-level") out.log_level = value;
  if (flag == "-e" || flag == "--enclave") out.enclave = value;
  return {};
}

}  // namespace

Result<ParameterValue> parse_parameter_value(std::string_view yaml) {
  if (yaml.empty()) return parameter_value("");
  GS_TRY(const gs::Node node, config::parse_yaml(yaml));
  return to_value(node);
}

Result<Arguments> parse_arguments(const std::vector<std::string>& arguments) {
  static constexpr std::string_view kWithValue[] = {"-r",          "--remap", "-p",       "--param", "--params-file",
                                                    "--log-level", "-e",      "--enclave"};
  // Accepted and ignored: this library has no stdout logger, and /rosout depends on the kind of node.
  static constexpr std::string_view kAlone[] = {"--enable-rosout-logs", "--disable-rosout-logs", "--enable-stdout-logs",
                                                "--disable-stdout-logs"};
  Arguments out;
  bool ros = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "--ros-args") {
      ros = true;
    } else if (!ros) {
      out.rest.push_back(word);
    } else if (word == "--") {
      ros = false;
    } else if (std::find(std::begin(kWithValue), std::end(kWithValue), word) != std::end(kWithValue)) {
      if (i + 1 == arguments.size()) return fail(ErrorCode::invalid_argument, "{} needs a value", word);
      GS_CHECK(add_option(word, arguments[++i], out));
    } else if (word.find(":=") != std::string::npos && word[0] != '-') {
      GS_CHECK(add_remap(word, out));
    } else if (std::find(std::begin(kAlone), std::end(kAlone), word) == std::end(kAlone)) {
      return fail(ErrorCode::invalid_argument, "unknown ROS argument '{}'", word)
          .with_hint("known: -r from:=to, -p name:=value, --params-file, --log-level, -e; -- ends them");
    }
  }
  return out;
}

Result<std::map<std::string, ParameterValue>> parameter_overrides(const Arguments& arguments,
                                                                  std::string_view full_node_name) {
  std::map<std::string, ParameterValue> out;
  for (const std::string& file : arguments.parameter_files) GS_CHECK(read_file(file, full_node_name, out));
  for (const auto& [name, value] : arguments.parameters) {
    // "node:name:=value" applies to that node only.
    const std::size_t colon = name.find(':');
    const std::string_view short_name = full_node_name.substr(full_node_name.rfind('/') + 1);
    if (colon != std::string::npos && name.substr(0, colon) != short_name) continue;
    out[colon == std::string::npos ? name : name.substr(colon + 1)] = value;
  }
  return out;
}

}  // namespace gs::ros2
