// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_ros2/tool_node.h"

#include <unistd.h>

#include <algorithm>
#include <thread>

#include "gs/core/progress.h"

namespace gs {

Result<std::unique_ptr<ros2::Node>> make_tool_node() {
  install_interrupt_handler();
  GS_TRY(const auto discovery, ros2::read_discovery_options(ros2::process_environment()));
  GS_TRY(auto context, ros2::Context::create({.discovery = discovery}));
  return ros2::Node::create(std::move(context), {.name = "gs_ros2_" + std::to_string(getpid()), .is_full = false});
}

bool wait_until(double limit_s, const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(limit_s);
  while (!condition()) {
    if (interrupt_requested() || std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

void look_around(ros2::Node& node, double look_s) {
  // The endpoints of a peer arrive together, at most one second after the peer itself, because its heartbeats are that
  // far apart.
  constexpr double kQuiet_s = 0.3, kMore_s = 3.0;
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  std::size_t known = 0;
  double changed_s = 0;
  wait_until(look_s + kMore_s, [&] {
    const ros2::Graph& graph = node.context().graph();
    // Done after look_s, once nothing has changed for kQuiet_s.
    const std::size_t now = graph.endpoints().size() + graph.nodes().size();
    if (now != known) changed_s = elapsed();
    known = now;
    return elapsed() >= look_s && elapsed() - changed_s >= std::min(kQuiet_s, look_s);
  });
}

Result<const rosmsg::MessageType*> find_topic_type(ros2::Node& node, const std::string& topic, double limit_s) {
  std::string type;
  const bool found = wait_until(limit_s, [&] {
    const auto topics = ros2::topics_of(node.context().graph().endpoints());
    const auto entry = topics.find(topic);
    if (entry != topics.end()) type = entry->second.front();
    return entry != topics.end();
  });
  if (!found)
    return fail(ErrorCode::topic_not_found, "topic {} was not found", topic)
        .with_hint("'gs-ros2 topic list' lists the topics; check that ROS_DOMAIN_ID is the same");
  if (const rosmsg::MessageType* known = rosmsg::find_message_type(type)) return known;
  return fail(ErrorCode::unsupported, "type {} of {} is not built in", type, topic);
}

Result<const rosmsg::ServiceType*> find_service(ros2::Node& node, const std::string& service, double limit_s) {
  std::string type;
  const bool found = wait_until(limit_s, [&] {
    const auto services = ros2::services_of(node.context().graph().endpoints());
    const auto entry = services.find(service);
    if (entry != services.end()) type = entry->second.front();
    return entry != services.end();
  });
  if (!found)
    return fail(ErrorCode::topic_not_found, "service {} was not found", service)
        .with_hint("'gs-ros2 service list' lists the services; check that ROS_DOMAIN_ID is the same");
  if (const rosmsg::ServiceType* known = rosmsg::find_service_type(type)) return known;
  return fail(ErrorCode::unsupported, "type {} of {} is not built in", type, service);
}

}  // namespace gs
