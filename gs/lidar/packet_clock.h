// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Times of packets: the counter of the sensor gives exact differences, the stamps of the messages give the epoch.
#pragma once

#include <cstdint>
#include <optional>

#include "gs/core/time.h"

namespace gs::lidar {

// Converts the counter of one sensor to the clock of the log. A counter that already shows that clock (within a second)
// is used as it is. Otherwise the offset is the smallest difference between stamp and counter, because packets arrive
// late but never early; it follows a drift of the counter slowly.
class PacketClock {
 public:
  // `wrap` is the value at which the counter restarts at zero; zero: never.
  explicit PacketClock(Duration wrap = {}) : wrap_(wrap) {}

  // Time of a packet with this counter [ns], received or stamped at `stamp`.
  Timestamp time_of(int64_t counter_ns, Timestamp stamp);

 private:
  Duration wrap_;
  int64_t last_counter_ = 0, turns_ns_ = 0;  // sum of the wraps so far
  std::optional<int64_t> offset_ns_;         // stamp - counter
};

}  // namespace gs::lidar
