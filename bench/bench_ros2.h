// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the parts of bench_ros2 share.
#pragma once

#include <unistd.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "bench/table.h"
#include "gs/bridge/ros2/node.h"

namespace bench {

using Clock = std::chrono::steady_clock;

inline double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

inline bool wait_until(const std::function<bool()>& condition, double limit_s = 20) {
  const auto start = Clock::now();
  while (!condition()) {
    if (ms_since(start) > 1e3 * limit_s) return false;
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  return true;
}

inline gs::ros2::DiscoveryOptions loopback(uint32_t domain = 101u + static_cast<uint32_t>(getpid()) % 99u) {
  return {.domain_id = domain, .range = gs::ros2::DiscoveryRange::localhost, .loopback_only = true};
}

inline std::unique_ptr<gs::ros2::Node> make_node(const char* name,
                                                 const gs::ros2::DiscoveryOptions& discovery = loopback()) {
  auto context = gs::ros2::Context::create({.discovery = discovery});
  return std::move(*gs::ros2::Node::create(std::move(context).value(), {.name = name, .is_full = false}));
}

// Messages between two participants.
void add_latencies(Table& table);
void add_large_streams(Table& table, double seconds);
// The simulator as a node.
void add_bridge(Table& table, double seconds);
// Processes that are killed and come back. run_peer is what they do: main() of "bench_ros2 --peer KIND --domain N".
void add_restarts(Table& table, int times);
int run_peer(const std::string& kind, uint32_t domain);

}  // namespace bench
