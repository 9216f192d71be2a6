// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Clocks of recordings jump: simulations start again, computers get the time over the network while they record.
#pragma once

#include <span>

#include "gs/core/time.h"

namespace gs {

// Both ends belong to it.
struct ClockWindow {
  Timestamp begin{}, end{};
  bool jumped = false;

  bool contains(Timestamp stamp) const { return stamp >= begin && stamp <= end; }
};

// Of stamps in the order of their messages, the times of the longest run without a jump (more than 60 s forward, or 1 s
// back), less the times that another run covers too: nobody could tell whose those are.
ClockWindow longest_clock_run(std::span<const Timestamp> stamps);

}  // namespace gs
