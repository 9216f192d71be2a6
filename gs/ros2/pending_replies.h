// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Replies of a service that wait until the reply reader of their client is discovered. Replies are volatile: a reply
// written before its reader is matched is lost. Nothing blocks here: the owner asks again when the matched readers
// change.
#pragma once

#include <chrono>
#include <deque>
#include <vector>

#include "gs/ros2/wire/guid.h"

namespace gs::ros2 {

// An encoded reply and the client to which it belongs.
struct ServiceReply {
  std::vector<std::byte> payload;  // CDR with its encapsulation
  SampleId related;                // identity of the request; unknown for clients that carry it in the payload
  Guid reader;                     // the client's reply reader, or any endpoint of its participant
  bool reader_is_exact = false;    // true: `reader` itself must be matched; false: any reader of its participant

  // True if one of the matched readers belongs to the client.
  bool can_reach(const std::vector<Guid>& matched) const;
};

// Bounded queue of waiting replies: at most kPerClient for a client and kInAll in total; the oldest is dropped first.
// Not thread-safe.
class PendingReplies {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kMatchLimit{500};
  static constexpr std::size_t kPerClient = 16, kInAll = 256;

  // Adds a reply; drops the oldest one if a limit is reached.
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
