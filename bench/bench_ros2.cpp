// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// ROS 2 on loopback between two participants: latency of small and large messages, and what a reader that does not keep
// up costs the one who sends.
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

#include "bench/table.h"
#include "gs/bridge/ros2/node.h"
#include "gs/bridge/ros2/simulator/outbox.h"
#include "gs/rosmsg/messages/nav_msgs.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace {

using namespace gs;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

bool wait_until(const std::function<bool()>& condition) {
  const auto end = Clock::now() + 20s;
  while (!condition()) {
    if (Clock::now() > end) return false;
    std::this_thread::sleep_for(50us);
  }
  return true;
}

std::unique_ptr<ros2::Node> make(const char* name) {
  const uint32_t domain = 101u + static_cast<uint32_t>(getpid()) % 99u;
  auto context = ros2::Context::create(
      {.discovery = {.domain_id = domain, .range = ros2::DiscoveryRange::localhost, .loopback_only = true}});
  return std::move(*ros2::Node::create(std::move(context).value(), {.name = name, .is_full = false}));
}

// One way, encoding and the copy to the reader included: the callback runs with the whole payload.
double latency_ms(const MessageType& type, const std::vector<std::byte>& payload, int count) {
  auto a = make("sender"), b = make("receiver");
  std::atomic<int> got = 0;
  std::atomic<double> arrived = 0;
  Clock::time_point start;
  const auto subscription = *b->subscribe_raw("data", type, {.depth = 5}, [&](const ros2::Sample&) {
    arrived = ms_since(start);
    ++got;
  });
  const auto publisher = *a->publish_raw("data", type, {.depth = 5});
  if (!wait_until([&] { return publisher->subscriber_count() == 1; })) return -1;
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    start = Clock::now();
    if (!publisher->publish(payload) || !wait_until([&] { return got > i; })) return -1;
    times.push_back(arrived);
    std::this_thread::sleep_for(5ms);
  }
  return median(times);
}

// Time of a push while the only reader is stuck in its callback, against one with no reader.
double push_us(bool stalled, const std::vector<std::byte>& payload) {
  auto a = make("sender"), b = make("sleeper");
  std::atomic<bool> release = false;
  auto subscription = *b->subscribe<nav_msgs::Odometry>("data", [&](const nav_msgs::Odometry&) {
    while (!release) std::this_thread::sleep_for(1ms);
  });
  if (!stalled) subscription.reset();
  std::shared_ptr<ros2::RawPublisher> publisher = *a->publish_raw("data", type_of<nav_msgs::Odometry>(), {});
  if (stalled) wait_until([&] { return publisher->subscriber_count() == 1; });
  std::vector<double> times;
  {
    bridge::Outbox outbox;
    for (int i = 0; i < 500; ++i) {
      const auto start = Clock::now();
      outbox.push(publisher, payload, 10);
      times.push_back(1e3 * ms_since(start));
      std::this_thread::sleep_for(1ms);
    }
  }
  release = true;
  return median(times);
}

std::string granted_buffers() {
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  int wanted = 4 << 20, granted = 0;
  socklen_t size = sizeof(granted);
  ::setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &wanted, sizeof(wanted));
  ::getsockopt(socket, SOL_SOCKET, SO_RCVBUF, &granted, &size);
  ::close(socket);
  // The kernel reports twice what it grants.
  return granted / 2 >= wanted ? ""
                               : "the kernel grants " + std::to_string(granted / 2) + " of 4194304 bytes of buffer";
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv, "bench_ros2 [--json FILE]");
  bench::Table table("ros2");
  const auto odometry = encode_cdr(nav_msgs::Odometry{});
  sensor_msgs::Image image{.height = 1080, .width = 1920, .encoding = "rgb8", .step = 5760};
  image.data.resize(1080 * 5760);
  table.add({.name = "odometry, one way",
             .value = latency_ms(type_of<nav_msgs::Odometry>(), odometry, 200),
             .unit = "ms",
             .bar = 1.0});
  table.add({.name = "6.2 MB image, reliable, one way",
             .value = latency_ms(type_of<sensor_msgs::Image>(), encode_cdr(image), 50),
             .unit = "ms",
             .bar = 7.0,
             .note = granted_buffers()});
  const double alone = push_us(false, odometry);
  table.add({.name = "push beside a stalled reader",
             .value = push_us(true, odometry),
             .unit = "us",
             .bound = alone,
             .bar = 50});
  return table.finish(arguments);
}
