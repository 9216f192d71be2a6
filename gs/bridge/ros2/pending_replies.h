// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Replies of a service that wait until the reply reader of their client is discovered. Replies are volatile: one that
// is written before its reader is matched is lost. Nobody blocks: the owner asks again when readers change.
#pragma once

#include <chrono>
#include <deque>
#include <vector>

#include "gs/bridge/ros2/guid.h"

namespace gs::ros2 {

// A finished reply and the client it belongs to.
struct ServiceReply {
  std::vector<std::byte> payload;  // CDR with its encapsulation
  SampleId related;                // identity of the request; unknown for clients that carry it in the payload
  Guid reader;                     // of the client's replies, or any endpoint of the client's participant
  bool reader_is_exact = false;    // true: `reader` itself must be matched; false: any reader of its participant

  // Whether one of the matched readers belongs to the client.
  bool can_reach(const std::vector<Guid>& matched) const;
};

// Belongs to one thread at a time. Bounded: a client that never gets a reader costs at most kPerClient replies, all
// clients together at most kInAll; the oldest reply goes first.
class PendingReplies {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kMatchLimit{500};
  static constexpr std::size_t kPerClient = 16, kInAll = 256;

  void add(ServiceReply reply, Clock::time_point now);
  // Removes and returns the replies whose readers are matched, oldest first. Drops those that waited for more than
  // kMatchLimit.
  std::vector<ServiceReply> take(const std::vector<Guid>& matched, Clock::time_point now);
  std::size_t size() const { return waiting_.size(); }

 private:
  struct Waiting {
    ServiceReply reply;
    Clock::time_point since;
  };
  std::deque<Waiting> waiting_;  // oldest first
};

}  // namespace gs::ros2
