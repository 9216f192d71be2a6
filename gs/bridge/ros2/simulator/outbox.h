// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sends payloads on a thread of its own, so that a slow network never slows whoever made them. What waits is bounded:
// beyond a topic's depth its oldest payload is dropped, and counted.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "gs/bridge/ros2/publisher.h"

namespace gs::bridge {

class Outbox {
 public:
  Outbox();
  ~Outbox();  // what still waits is not sent
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  // The publisher is shared with the payloads that wait for it.
  void push(std::shared_ptr<ros2::RawPublisher> to, std::vector<std::byte> payload, std::size_t depth);
  // Payloads dropped, or refused by the network, so far.
  uint64_t dropped() const;

 private:
  struct Item {
    std::shared_ptr<ros2::RawPublisher> to;
    std::vector<std::byte> payload;
  };
  void run();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> items_;
  uint64_t dropped_ = 0;
  bool ending_ = false;
  std::thread thread_;  // last: it uses everything above
};

}  // namespace gs::bridge
