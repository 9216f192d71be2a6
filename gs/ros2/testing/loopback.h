// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// For tests: participants that discover each other on loopback, and no other processes.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "gs/ros2/node.h"

namespace gs::ros2 {

inline constexpr std::chrono::seconds kTestLimit{20};

// Discovery on loopback in a domain that depends on the process id, so that concurrent test runs do not see each other.
inline DiscoveryOptions loopback() {
  return {.domain_id = 101u + static_cast<uint32_t>(getpid()) % 99u,
          .range = DiscoveryRange::localhost,
          .loopback_only = true};
}

// A node with a participant of its own.
inline std::unique_ptr<Node> loopback_node(const std::string& name, NodeOptions options = {}) {
  auto context = Context::create({.discovery = loopback()});
  EXPECT_TRUE(context) << context.error().message;
  options.name = name;
  auto node = Node::create(*context, std::move(options));
  EXPECT_TRUE(node) << node.error().message;
  return std::move(*node);
}

// Waits until the condition holds; false after kTestLimit.
inline bool wait_until(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + kTestLimit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

}  // namespace gs::ros2
