// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_ros2/commands.h"

int main(int argc, char** argv) {
  return gs::config::run_program({"gs-ros2",
                                  "inspect and use a ROS 2 graph without a ROS installation",
                                  {{"topic", "list, info, echo, hz, pub", gs::run_topic},
                                   {"service", "list, call", gs::run_service},
                                   {"node", "list, info", gs::run_node},
                                   {"param", "list, get, set", gs::run_param},
                                   {"bag", "record, play", gs::run_bag}}},
                                 argc, argv);
}
