// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_ros2/commands.h"
#include "apps/gs_ros2/tool_errors.h"
#include "apps/gs_ros2/tool_node.h"
#include "apps/gs_ros2/topic_messages.h"
#include "gs/ros2/wire/names.h"

namespace gs {
namespace {

// Names of all topics, with their types if asked for.
Result<void> list_topics(ros2::Node& node, const TopicArguments& a) {
  look_around(node, a.discovery_time);
  const auto topics = ros2::topics_of(node.context().graph().endpoints());
  if (topics.empty()) say_nobody();
  for (const auto& [name, types] : topics) {
    std::printf("%s", name.c_str());
    for (const std::string& type : types) std::printf("  %s", a.types ? type.c_str() : "");
    std::printf("\n");
  }
  return {};
}

// Publishers and subscribers of a topic: node, type, QoS, type hash.
Result<void> show_topic(ros2::Node& node, const TopicArguments& a) {
  GS_TRY([[maybe_unused]] const rosmsg::MessageType* type, find_topic_type(node, a.topic, a.discovery_time + 3));
  look_around(node, a.discovery_time);
  const ros2::Graph& graph = node.context().graph();
  for (const ros2::EndpointInfo& e : graph.endpoints()) {
    if (e.topic != ros2::dds_topic(a.topic)) continue;
    const std::string owner = graph.node_of(e.guid);
    const auto hash = e.user_data.find("typehash");
    std::printf("%s  node %s  type %s  %s, %s  %s\n", e.is_writer ? "publisher " : "subscriber",
                owner.empty() ? "unknown" : owner.c_str(), ros2::ros_type(e.type).value_or(e.type).c_str(),
                e.qos.reliable ? "reliable" : "best effort", e.qos.transient_local ? "transient local" : "volatile",
                hash == e.user_data.end() ? "no type hash" : hash->second.c_str());
  }
  return {};
}

}  // namespace

// gs-ros2 topic list|info|echo|hz|pub.
int run_topic(config::CommandLine& line) {
  TopicArguments a;
  line.positional("verb", a.verb, "action", Choices{{"list", "info", "echo", "hz", "pub"}});
  line.optional_positional("topic", a.topic, "name of the topic: /odom");
  line.optional_positional("type", a.type, "pub: message type, for example std_msgs/msg/String");
  line.optional_positional("message", a.message, "pub: message as YAML");
  line.option("types", a.types, "list: also print the types");
  line.option("count", a.count, "messages to echo or publish; 0: until interrupted", Range{0.0, 1e12});
  line.option("duration", a.duration, "echo, hz: time to listen [s]; default: until Ctrl-C", Range{0.0, 1e9});
  line.option("rate", a.rate, "pub: rate [Hz]", Range{1e-3, 1e5});
  line.option("max_items", a.max_items, "echo: elements printed per array; 0: all", Range{0.0, 1e12});
  line.option("best_effort", a.best_effort, "also receive from best-effort publishers");
  line.option("discovery_time", a.discovery_time, "time for discovering other nodes [s]", Range{0.0, 600.0});
  line.example("gs-ros2 topic hz /odom --duration 5");
  if (const auto exit = line.parse()) return *exit;
  if (a.verb != "list" && a.topic.empty()) return report_missing(a.verb, "a topic", "gs-ros2 topic echo /odom");
  if (a.verb == "pub" && a.type.empty())
    return report_missing(a.verb, "a type and a message",
                          "gs-ros2 topic pub /chat std_msgs/msg/String '{data: hello}'");
  auto node = make_tool_node();
  if (!node) return report_failure(node.error());
  const auto run = a.verb == "list"   ? list_topics
                   : a.verb == "info" ? show_topic
                   : a.verb == "echo" ? echo_topic
                   : a.verb == "hz"   ? measure_rate
                                      : publish_text;
  const Result<void> done = run(**node, a);
  return done ? 0 : report_failure(done.error());
}

}  // namespace gs
