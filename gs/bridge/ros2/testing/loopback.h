// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// For tests: participants of this process that meet each other on loopback and nobody else.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "gs/bridge/ros2/node.h"

namespace gs::ros2 {

inline constexpr std::chrono::seconds kTestLimit{20};

// A domain per process, so that runs side by side do not meet.
inline DiscoveryOptions loopback() {
  return {.domain_id = 101u + static_cast<uint32_t>(getpid()) % 99u,
          .range = DiscoveryRange::localhost,
          .loopback_only = true};
}

inline std::unique_ptr<Node> loopback_node(const std::string& name, NodeOptions options = {}) {
  auto context = Context::create({.discovery = loopback()});
  EXPECT_TRUE(context) << context.error().message;
  options.name = name;
  auto node = Node::create(*context, std::move(options));
  EXPECT_TRUE(node) << node.error().message;
  return std::move(*node);
}

inline bool wait_until(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + kTestLimit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

}  // namespace gs::ros2
