// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What waits to be sent to one client. Sensor data and states have one slot a topic: a newer message replaces one that
// the client has not taken, so a slow client gets fewer messages and never holds more than a bounded memory. Nothing
// here knows the network.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/time.h"

namespace gs::web {

// Bytes that all clients share until the last one has sent them.
using SharedBytes = std::shared_ptr<const std::vector<std::byte>>;

// Kinds of topics, in the order in which a client's messages are sent. `order` keeps every message (a queue of
// kMaxOrdered, the oldest is dropped); the others keep the newest one a topic.
enum class Lane { latched, state, order, picture, bulk };

// One frame to send: its own bytes, then a shared payload, which may be null.
struct OutFrame {
  bool is_text = false;
  std::vector<std::byte> head;
  SharedBytes payload;
};

// Lanes of one client. Not thread-safe.
class ClientLanes {
 public:
  // Limits of the control lane; beyond them the client is to be closed.
  static constexpr std::size_t kMaxControlFrames = 1000, kMaxControlBytes = 16u << 20;
  static constexpr std::size_t kMaxOrdered = 256;

  // Queue an answer, an announcement or a status. They are sent first, and never dropped.
  void send_text(std::string_view text);
  void send_binary(std::vector<std::byte> frame);
  // Offers a message of a subscription. Replaces the one that waits, except in Lane::order.
  void offer(uint32_t subscription, Lane lane, Timestamp log_time, SharedBytes payload);
  // Offers the time; it is sent before the states.
  void offer_time(Timestamp time) { time_ = time; }
  // Forgets what waits for a subscription.
  void forget(uint32_t subscription);

  // Takes the next frame to send; empty if nothing waits.
  std::optional<OutFrame> next();

  // Number of messages of a subscription that were replaced or dropped since the last call.
  uint64_t take_dropped(uint32_t subscription);
  // Asks the connection to end, with a WebSocket close code and a reason; the first call counts.
  void close(uint16_t code, std::string reason);
  struct Close {
    uint16_t code = 0;
    std::string reason;
  };
  const std::optional<Close>& closing() const { return closing_; }

 private:
  struct Slot {
    uint32_t subscription = 0;
    Timestamp log_time;
    SharedBytes payload;
  };
  void push_control(OutFrame frame);
  static constexpr std::size_t kLanes = 5;

  std::deque<OutFrame> control_;
  std::size_t control_bytes_ = 0;
  std::optional<Timestamp> time_;
  std::array<std::deque<Slot>, kLanes> lanes_;  // a slot keeps its place when its message is replaced
  std::map<uint32_t, uint64_t> dropped_;        // by subscription
  std::optional<Close> closing_;
};

}  // namespace gs::web
