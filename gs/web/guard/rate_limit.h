// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Limits what a client sends: messages and bytes per second.
#pragma once

#include <chrono>
#include <cstddef>

namespace gs::web {

// Counts in windows of one second. The caller gives the time.
class RateLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;
  RateLimit(std::size_t messages_per_s, std::size_t bytes_per_s) : messages_(messages_per_s), bytes_(bytes_per_s) {}

  // Counts a message. False if it exceeds one of the limits.
  bool take(Time now, std::size_t bytes) {
    if (now - begin_ >= std::chrono::seconds(1)) begin_ = now, seen_messages_ = seen_bytes_ = 0;
    ++seen_messages_;
    seen_bytes_ += bytes;
    return seen_messages_ <= messages_ && seen_bytes_ <= bytes_;
  }

 private:
  std::size_t messages_, bytes_;
  Time begin_{};
  std::size_t seen_messages_ = 0, seen_bytes_ = 0;
};

}  // namespace gs::web
