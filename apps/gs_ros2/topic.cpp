// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <set>

#include "apps/gs_ros2/commands.h"
#include "apps/gs_ros2/tool_node.h"
#include "gs/core/log.h"
#include "gs/core/progress.h"
#include "gs/ros2/text_message.h"
#include "gs/ros2/wire/names.h"
#include "gs/rosmsg/json.h"
#include "gs/rosmsg/registry.h"

namespace gs {
namespace {

// Arguments of all `topic` commands.
struct TopicArguments {
  std::string verb, topic, type, message;
  double discovery_time = 2.0;
  std::optional<double> duration;
  double rate = 1.0;
  int64_t count = 0;
  int64_t max_items = 16;
  bool best_effort = false, types = false;
};

// QoS of echo and hz.
ros2::Qos reading_qos(const TopicArguments& a) { return {.reliable = !a.best_effort, .depth = 100}; }

// Names of all topics, with their types if asked for.
Result<void> list(ros2::Node& node, const TopicArguments& a) {
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
Result<void> info(ros2::Node& node, const TopicArguments& a) {
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

// Prints messages as JSON.
Result<void> echo(ros2::Node& node, const TopicArguments& a) {
  GS_TRY(const rosmsg::MessageType* type, find_topic_type(node, a.topic, a.discovery_time + 3));
  std::atomic<int64_t> seen = 0;
  const rosmsg::MessageJsonOptions json{.max_array_items = static_cast<std::size_t>(a.max_items)};
  const auto print = [&](const ros2::Sample& sample) {
    if (a.count > 0 && seen >= a.count) return;
    const auto text = rosmsg::message_to_json(*type, rosmsg::MessageEncoding::cdr, sample.payload, json);
    std::printf("%s\n---\n", text ? text->c_str() : text.error().message.c_str());
    std::fflush(stdout);
    ++seen;
  };
  GS_TRY(const auto subscription, node.subscribe_raw(a.topic, *type, reading_qos(a), print));
  wait_until(a.duration.value_or(1e9), [&] { return a.count > 0 && seen >= a.count; });
  if (seen == 0) log_message(LogLevel::warning, format("no message was received on {}", a.topic));
  return {};
}

// Prints rate and bandwidth once per second, measured from the first message on.
Result<void> hz(ros2::Node& node, const TopicArguments& a) {
  GS_TRY(const rosmsg::MessageType* type, find_topic_type(node, a.topic, a.discovery_time + 3));
  std::atomic<uint64_t> messages = 0, bytes = 0;
  GS_TRY(const auto subscription, node.subscribe_raw(a.topic, *type, reading_qos(a), [&](const ros2::Sample& s) {
    ++messages;
    bytes += s.payload.size();
  }));
  // Start measuring with the first message, so that discovery does not count.
  wait_until(a.discovery_time, [&] { return messages > 0; });
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  messages = bytes = 0;
  bool more = true;
  for (double next = 1.0; more; next += 1.0) {
    more = !wait_until(std::min(next, a.duration.value_or(1e9)) - elapsed(), [] { return false; }) &&
           elapsed() < a.duration.value_or(1e9) && !interrupt_requested();
    std::printf("%.2f Hz  %.3f MB/s  %llu messages in %.1f s\n", static_cast<double>(messages) / elapsed(),
                static_cast<double>(bytes) / elapsed() * 1e-6, static_cast<unsigned long long>(messages), elapsed());
    std::fflush(stdout);
  }
  return {};
}

// Publishes a message repeatedly; waits for a subscriber first.
Result<void> pub(ros2::Node& node, const TopicArguments& a) {
  const rosmsg::MessageType* type = rosmsg::find_message_type(a.type);
  if (type == nullptr) {
    // The hint lists the known packages.
    std::set<std::string> packages;
    for (const rosmsg::MessageType* known : rosmsg::all_message_types())
      packages.insert(known->name.substr(0, known->name.find('/')));
    std::string list;
    for (const std::string& package : packages) list += (list.empty() ? "" : ", ") + package;
    return fail(ErrorCode::invalid_argument, "type '{}' is not built in", a.type)
        .with_hint("write it as std_msgs/msg/String; known packages: " + list);
  }
  GS_TRY(const std::vector<std::byte> payload, ros2::encode_text(*type, a.message, 0));
  GS_TRY(auto publisher, node.publish_raw(a.topic, *type, ros2::qos::kDefault));
  wait_until(a.discovery_time, [&] { return publisher->subscriber_count() > 0; });
  for (int64_t i = 0; a.count == 0 || i < a.count; ++i) {
    GS_CHECK(publisher->publish(payload));
    if (interrupt_requested()) break;
    if (i + 1 != a.count || a.count == 1) wait_until(1.0 / a.rate, [] { return false; });
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
  const auto run = a.verb == "list"   ? list
                   : a.verb == "info" ? info
                   : a.verb == "echo" ? echo
                   : a.verb == "hz"   ? hz
                                      : pub;
  const Result<void> done = run(**node, a);
  return done ? 0 : report_failure(done.error());
}

}  // namespace gs
