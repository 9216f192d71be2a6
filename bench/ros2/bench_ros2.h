// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Helpers shared by the files of bench_ros2.
#pragma once

#include <unistd.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "bench/table.h"
#include "gs/ros2/node.h"

namespace bench {

using Clock = std::chrono::steady_clock;

// Milliseconds since `start`.
inline double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// Polls the condition every 50 us; false after limit_s.
inline bool wait_until(const std::function<bool()>& condition, double limit_s = 20) {
  const auto start = Clock::now();
  while (!condition()) {
    if (ms_since(start) > 1e3 * limit_s) return false;
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  return true;
}

// Discovery on loopback in a domain that depends on the process id.
inline gs::ros2::DiscoveryOptions loopback(uint32_t domain = 101u + static_cast<uint32_t>(getpid()) % 99u) {
  return {.domain_id = domain, .range = gs::ros2::DiscoveryRange::localhost, .loopback_only = true};
}

// Node with a participant of its own.
inline std::unique_ptr<gs::ros2::Node> make_node(const char* name,
                                                 const gs::ros2::DiscoveryOptions& discovery = loopback()) {
  auto context = gs::ros2::Context::create({.discovery = discovery});
  return std::move(*gs::ros2::Node::create(std::move(context).value(), {.name = name, .is_full = false}));
}

// Rows for messages between two participants: latencies, and loss of large messages over `seconds`.
void add_latencies(Table& table);
void add_large_streams(Table& table, double seconds);
// Rows for the simulator as a node.
void add_bridge(Table& table, double seconds);
// Rows for processes that are killed and restarted. run_peer is the main function of such a process ("bench_ros2 --peer
// KIND --domain N").
void add_restarts(Table& table, int times);
int run_peer(const std::string& kind, uint32_t domain);

}  // namespace bench
