// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sends payloads on a separate thread, so that a slow network does not slow the producer. The queue is bounded: beyond
// the depth of a topic, its oldest payload is dropped and counted.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "gs/ros2/publisher.h"

namespace gs::bridge {

// Queue with a sending thread. Thread-safe.
class Outbox {
 public:
  Outbox();
  ~Outbox();  // waiting payloads are dropped
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  // Queues a payload; at most `depth` payloads of one publisher wait. The publisher is shared with its waiting
  // payloads.
  void push(std::shared_ptr<ros2::RawPublisher> to, std::vector<std::byte> payload, std::size_t depth);
  // Number of payloads dropped by the queue or refused by the network so far.
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
  std::thread thread_;  // declared last because it uses all members above
};

}  // namespace gs::bridge
