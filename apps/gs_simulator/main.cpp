// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "apps/gs_simulator/commands.h"
#include "apps/gs_simulator/ros_arguments.h"

int main(int argc, char** argv) {
  // ROS arguments do not follow the syntax of our command line, so they are packed into one option first.
  const std::vector<std::string> words = gs::pack_ros_arguments({argv, argv + argc});
  std::vector<const char*> packed;
  for (const std::string& word : words) packed.push_back(word.c_str());
  return gs::config::run_program(
      {"gs-simulator",
       "simulate drives in a world bundle",
       {{"run", "simulate a vehicle and its sensors in a world", gs::run_simulator},
        {"serve", "run a world live for browsers and Foxglove", gs::run_serve},
        {"node", "run one node of the multi-process simulator", gs::run_node},
        {"parameters", "print the default of every parameter as YAML", gs::print_parameters}}},
      static_cast<int>(packed.size()), packed.data());
}
