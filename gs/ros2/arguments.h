// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Arguments that ROS 2 programs accept after --ros-args: remaps, parameters, log level, enclave.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/ros2/parameters.h"

namespace gs::ros2 {

// A remapping rule for names.
struct Remap {
  std::string node;  // node to which it applies; empty: every node
  std::string from, to;
};

// Parsed arguments.
struct Arguments {
  std::vector<Remap> remaps{};                                       // -r from:=to
  std::optional<std::string> node_name{}, node_namespace{};          // __node, __ns
  std::vector<std::pair<std::string, ParameterValue>> parameters{};  // -p
  std::vector<std::string> parameter_files{};                        // --params-file
  std::string log_level{}, enclave = "/";
  std::vector<std::string> rest{};  // arguments that are not between --ros-args and --
};

// Errors: invalid_argument for an unknown ROS argument, a missing value or a malformed assignment.
Result<Arguments> parse_arguments(const std::vector<std::string>& arguments);

// Parameter values for a node. Files are applied first, in their order, then -p. In files the sections "/**", the
// node's name and its full name apply. Errors: those of reading YAML; invalid_option for values that are no parameters.
Result<std::map<std::string, ParameterValue>> parameter_overrides(const Arguments& arguments,
                                                                  std::string_view full_node_name);

// Value of a YAML text: "true", "3", "2.5", "[1, 2]", "text". Errors: invalid_option for maps and nested lists.
Result<ParameterValue> parse_parameter_value(std::string_view yaml);

}  // namespace gs::ros2
