// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_ros2/commands.h"
#include "apps/gs_ros2/tool_errors.h"
#include "apps/gs_ros2/tool_node.h"
#include "gs/ros2/rtps/rules.h"
#include "gs/ros2/wire/names.h"

namespace gs {
namespace {

// Prints a node with its topics and services; endpoints of other kinds are skipped.
void print_node(const ros2::NodeInfo& node) {
  std::printf("%s\n", node.full_name().c_str());
  for (const ros2::EndpointInfo& e : node.endpoints) {
    const auto name = ros2::ros_name(e.topic);
    const auto type = ros2::ros_type(e.type);
    if (!name || !type) continue;
    if (name->kind == ros2::RosNameKind::topic)
      std::printf("  %-11s %s  %s\n", e.is_writer ? "publishes" : "subscribes", name->name.c_str(), type->c_str());
    if (name->kind == ros2::RosNameKind::service_request)
      std::printf("  %-11s %s  %s\n", e.is_writer ? "calls" : "serves", name->name.c_str(),
                  ros2::service_type(*type).c_str());
  }
}

// Prints what the datagram filter of this process has removed; other nodes of this network receive the same datagrams.
void print_dropped(const ros2::rtps::FilterCounts& counts) {
  const std::string rules = describe(counts);
  std::printf("datagrams dropped here: %s\n", rules.empty() ? "none" : rules.c_str());
}

}  // namespace

// gs-ros2 node list|info.
int run_node(config::CommandLine& line) {
  std::string verb, name;
  double look_s = 2.0;
  line.positional("verb", verb, "action", Choices{{"list", "info"}});
  line.optional_positional("node", name, "info: full name of the node");
  line.option("discovery_time", look_s, "time for discovering other nodes [s]", Range{0.0, 600.0});
  line.example("gs-ros2 node info /simulator_node");
  if (const auto exit = line.parse()) return *exit;
  if (verb == "info" && name.empty())
    return report_missing(verb, "the name of a node", "gs-ros2 node info /simulator_node");
  auto self = make_tool_node();
  if (!self) return report_failure(self.error());
  look_around(**self, look_s);
  bool found = false, alone = true;
  for (const ros2::NodeInfo& node : (*self)->context().graph().nodes()) {
    // The tool's own node is not listed.
    if (node.full_name() == (*self)->full_name()) continue;
    alone = false;
    if (verb == "list") std::printf("%s\n", node.full_name().c_str());
    if (verb == "info" && node.full_name() == name) print_node(node);
    found = found || node.full_name() == name;
  }
  if (verb == "list" && alone) say_nobody();
  if (verb == "info" && found) print_dropped((*self)->context().participant().dropped_datagrams());
  if (verb == "list" || found) return 0;
  return report_failure(fail(ErrorCode::topic_not_found, "node {} was not found", name)
                            .with_hint("'gs-ros2 node list' lists the nodes; check that ROS_DOMAIN_ID is the same"));
}

}  // namespace gs
