// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// `gs-simulator node`: one node of the multi-process simulator.
#include <cstdio>

#include "apps/gs_simulator/commands.h"
#include "apps/gs_simulator/log_ros.h"
#include "apps/gs_simulator/node_arguments.h"
#include "apps/gs_simulator/node_parts.h"
#include "gs/core/progress.h"

namespace gs {
namespace {

// The ROS 2 node, named after its kind.
Result<std::unique_ptr<ros2::Node>> make_node(const NodeArguments& a) {
  GS_TRY(const ros2::Arguments arguments, ros_arguments(a));
  GS_TRY(const auto discovery, ros2::read_discovery_options(ros2::process_environment()));
  GS_TRY(auto context, ros2::Context::create({.discovery = discovery, .enclave = arguments.enclave}));
  return ros2::Node::create(std::move(context), {.name = a.kind + "_node", .arguments = arguments, .on_log = log_ros});
}

}  // namespace

// gs-simulator node KIND WORLD.
int run_node(config::CommandLine& line) {
  NodeArguments a;
  declare(line, a);
  if (const auto exit = line.parse()) return *exit;
  if (a.quiet) set_log_level(LogLevel::error);
  const auto options = read_options(a);
  if (!options) return config::report_error(options.error(), config::kExitConfiguration);
  auto simulator = make_part(a, a.world, *options);
  if (!simulator) return config::report_error(simulator.error(), part_exit_code(simulator.error()));
  install_interrupt_handler();
  auto node = make_node(a);
  if (!node) return config::report_error(node.error(), set_up_exit_code(node.error()));
  const auto steps = run_part(**node, a, std::move(*simulator), *options);
  if (!steps) return config::report_error(steps.error(), kNodeSetUpFailed);
  if (!a.quiet) std::printf("%s: %llu steps\n", a.kind.c_str(), static_cast<unsigned long long>(*steps));
  return 0;
}

}  // namespace gs
