// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <filesystem>

#include "bench/ros2/bench_ros2.h"
#include "bench/ros2/bench_ros2_process.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/rosgraph_msgs.h"
#include "gs/rosmsg/messages/tf2_msgs.h"

namespace bench {
namespace {

using namespace gs;
using namespace std::chrono_literals;

constexpr const char* kToPeers = "/to_peers";
constexpr const char* kFromPeers = "/from_peers";

// Signals the parent process.
void write_byte() {
  const char byte = '.';
  [[maybe_unused]] const auto written = ::write(STDOUT_FILENO, &byte, 1);
}

// Number of files of the shared-memory transport, which is switched off.
std::size_t shared_memory_files() {
  std::error_code error;
  std::size_t out = 0;
  for (std::filesystem::directory_iterator it("/dev/shm", error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    out += name.find("fastrtps") != std::string::npos || name.find("fastdds") != std::string::npos;
  }
  return out;
}

// Number of open sockets of this process.
std::size_t open_sockets() {
  std::error_code error;
  std::size_t out = 0;
  for (std::filesystem::directory_iterator it("/proc/self/fd", error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;
    out += std::filesystem::read_symlink(it->path(), gone).string().starts_with("socket:");
  }
  return out;
}

double largest(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

}  // namespace

int run_peer(const std::string& kind, uint32_t domain) {
  auto node = make_node("peer", loopback(domain));
  // "write" publishes until it is killed; "listen" and "read" report their first message.
  if (kind == "write") {
    auto publisher = *node->publish<rosmsg::nav_msgs::Odometry>(kFromPeers);
    while (publisher.publish({})) std::this_thread::sleep_for(10ms);
    return 1;
  }
  std::vector<std::unique_ptr<ros2::Subscription>> subscriptions;
  std::atomic<bool> heard = false;
  const auto hear = [&](const ros2::Sample&) {
    if (!heard.exchange(true)) write_byte();
  };
  const auto listen = [&](const char* topic, const rosmsg::MessageType& type) {
    subscriptions.push_back(*node->subscribe_raw(topic, type, ros2::qos::kDefault, hear));
  };
  if (kind == "listen") {
    listen("/clock", rosmsg::type_of<rosmsg::rosgraph_msgs::Clock>());
    listen("/tf", rosmsg::type_of<rosmsg::tf2_msgs::TFMessage>());
    listen("/odom", rosmsg::type_of<rosmsg::nav_msgs::Odometry>());
  } else {
    listen(kToPeers, rosmsg::type_of<rosmsg::nav_msgs::Odometry>());
  }
  std::this_thread::sleep_for(600s);  // the process is killed before this ends
  return 0;
}

void add_restarts(Table& table, int times) {
  const std::size_t files_before = shared_memory_files();
  std::size_t first_sockets = 0, last_sockets = 0;  // of the remaining process: with its first peer, and after its last
  std::vector<double> readers, writers;
  {
    auto node = make_node("stays");
    auto publisher = *node->publish<rosmsg::nav_msgs::Odometry>(kToPeers);
    std::atomic<bool> stop = false;
    // First, readers are killed while this process publishes; then writers while it subscribes.
    std::thread sender([&] {
      while (!stop && publisher.publish({})) std::this_thread::sleep_for(10ms);
    });
    for (int i = 0; i < times; ++i) {
      const auto start = Clock::now();
      const Process reader = Process::peer("read");
      readers.push_back(reader.wait_for_byte(20) ? 1e-3 * ms_since(start) : 20);
      if (i == 0) first_sockets = open_sockets();
    }
    stop = true;
    sender.join();
    std::atomic<uint64_t> heard = 0;
    const auto subscription =
        *node->subscribe<rosmsg::nav_msgs::Odometry>(kFromPeers, [&](const rosmsg::nav_msgs::Odometry&) { ++heard; });
    for (int i = 0; i < times; ++i) {
      std::this_thread::sleep_for(50ms);  // wait until the last messages of the killed process have arrived
      heard = 0;
      const auto start = Clock::now();
      const Process writer = Process::peer("write");
      writers.push_back(wait_until([&] { return heard > 0; }) ? 1e-3 * ms_since(start) : 20);
    }
    last_sockets = open_sockets();
  }
  const std::string note = "slowest of " + std::to_string(times) + " kills, from exec to a message";
  table.add(
      {.name = "a reader is killed and comes back", .value = largest(readers), .unit = "s", .bar = 3, .note = note});
  table.add(
      {.name = "a writer is killed and comes back", .value = largest(writers), .unit = "s", .bar = 3, .note = note});
  table.add({.name = "shared memory left behind",
             .value = static_cast<double>(shared_memory_files()) - static_cast<double>(files_before),
             .unit = "files",
             .bar = 0});
  table.add({.name = "sockets left behind",
             .value = static_cast<double>(last_sockets) - static_cast<double>(first_sockets),
             .unit = "sockets",
             .bar = 0,
             .note = std::to_string(last_sockets) + " of the process that stays"});
}

}  // namespace bench
