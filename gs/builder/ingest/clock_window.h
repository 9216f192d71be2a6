// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Detection of clock jumps in a recording: simulations restart, computers set their clock over the network while
// recording.
#pragma once

#include <span>

#include "gs/core/time.h"

namespace gs::builder {

// Time interval, both ends included.
struct ClockWindow {
  Timestamp begin{}, end{};
  bool jumped = false;  // the stamps contain more than one clock run

  // True for stamps inside the interval.
  bool contains(Timestamp stamp) const { return stamp >= begin && stamp <= end; }
};

// Longest clock run (by number of messages) of stamps in message order. A run ends at a clock jump: more than 60 s
// forward or more than 1 s back. Times that another run also covers are removed, because their stamps are ambiguous.
ClockWindow longest_clock_run(std::span<const Timestamp> stamps);

}  // namespace gs::builder
