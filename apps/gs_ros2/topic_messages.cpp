// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_ros2/topic_messages.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <set>

#include "apps/gs_ros2/tool_node.h"
#include "gs/core/log.h"
#include "gs/core/progress.h"
#include "gs/ros2/text_message.h"
#include "gs/rosmsg/json.h"
#include "gs/rosmsg/registry.h"

namespace gs {
namespace {

// QoS of echo and hz.
ros2::Qos reading_qos(const TopicArguments& a) { return {.reliable = !a.best_effort, .depth = 100}; }

}  // namespace

Result<void> echo_topic(ros2::Node& node, const TopicArguments& a) {
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

Result<void> measure_rate(ros2::Node& node, const TopicArguments& a) {
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

Result<void> publish_text(ros2::Node& node, const TopicArguments& a) {
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

}  // namespace gs
