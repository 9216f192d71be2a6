// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/packet_clock.h"

#include <algorithm>
#include <cmath>

namespace gs::lidar {
namespace {

constexpr int64_t kSynchronised_ns = 1'000'000'000;  // a counter this near the stamp shows the same clock
constexpr int64_t kRestart_ns = 500'000'000;         // a larger difference is a restart or a gap, not a late packet
constexpr double kDriftShare = 1e-4;                 // of a late arrival that is taken as drift of the counter
constexpr int64_t kLargest_ns = INT64_MAX / 4;       // no sum of three such numbers overflows

}  // namespace

Timestamp PacketClock::time_of(int64_t counter_ns, Timestamp stamp) {
  counter_ns = std::clamp<int64_t>(counter_ns, 0, kLargest_ns);
  const int64_t stamp_ns = std::clamp<int64_t>(stamp.ns, 0, kLargest_ns);
  // A counter that fell by more than half its range has wrapped; a smaller fall is a late packet.
  if (wrap_.ns > 0 && last_counter_ - counter_ns > wrap_.ns / 2) turns_ns_ += wrap_.ns;
  if (wrap_.ns > 0 && turns_ns_ > 0 && counter_ns - last_counter_ > wrap_.ns / 2) turns_ns_ -= wrap_.ns;
  last_counter_ = counter_ns;
  const int64_t counter = counter_ns + std::min(turns_ns_, kLargest_ns);
  if (std::abs(counter - stamp_ns) < kSynchronised_ns) return {counter};
  const int64_t difference = stamp_ns - counter;
  if (!offset_ns_ || std::abs(difference - *offset_ns_) > kRestart_ns) offset_ns_ = difference;
  const int64_t late = difference - *offset_ns_;
  // A packet that is less late than all before it shows a smaller delay: the offset follows at once.
  *offset_ns_ += late < 0 ? late : static_cast<int64_t>(kDriftShare * static_cast<double>(late));
  return {counter + *offset_ns_};
}

}  // namespace gs::lidar
