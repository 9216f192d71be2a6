// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What ROS 2 programs accept after --ros-args: remaps, parameters, log level, enclave.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gs/bridge/ros2/parameters.h"
#include "gs/core/result.h"

namespace gs::ros2 {

struct Remap {
  std::string node;  // empty: of every node
  std::string from, to;
};

struct Arguments {
  std::vector<Remap> remaps{};                                       // of names
  std::optional<std::string> node_name{}, node_namespace{};          // __node, __ns
  std::vector<std::pair<std::string, ParameterValue>> parameters{};  // -p
  std::vector<std::string> parameter_files{};                        // --params-file
  std::string log_level{}, enclave = "/";
  std::vector<std::string> rest{};  // what is not between --ros-args and --
};

Result<Arguments> parse_arguments(const std::vector<std::string>& arguments);

// Files first, in their order, then -p. In files the sections "/**", the node's name and its full name count.
Result<std::map<std::string, ParameterValue>> parameter_overrides(const Arguments& arguments,
                                                                  std::string_view full_node_name);

// The value a YAML text stands for: "true", "3", "2.5", "[1, 2]", "text".
Result<ParameterValue> parse_parameter_value(std::string_view yaml);

}  // namespace gs::ros2
