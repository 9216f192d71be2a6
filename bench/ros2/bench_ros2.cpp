// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// ROS 2 on loopback: latency and loss of small and large messages, cost of the simulator's bridge with and without a
// slow reader, and rediscovery of killed processes.
#include "bench/ros2/bench_ros2.h"

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv,
                                   "bench_ros2 [--seconds N (of the large streams, 60)] [--restarts N (20)]");
  if (arguments.has("peer"))
    return bench::run_peer(arguments.text("peer", ""), static_cast<uint32_t>(arguments.number("domain", 0)));
  bench::Table table("ros2");
  bench::add_latencies(table);
  bench::add_bridge(table, 5);
  bench::add_restarts(table, static_cast<int>(arguments.number("restarts", 20)));
  bench::add_large_streams(table, arguments.number("seconds", 60));
  return table.finish(arguments);
}
