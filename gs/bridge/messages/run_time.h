// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Log time of recordings and replays: it never runs backwards, although a reset may set the simulation time back.
// Before the first reset it equals the simulation time; the first observation after a reset comes one step after the
// last one before it.
#pragma once

#include <optional>

#include "gs/core/time.h"

namespace gs::bridge {

// Converts simulation time to run time.
class RunTime {
 public:
  // Run time of an observation at sim_time. Must be called in the order in which the observations are made.
  Timestamp of(Timestamp sim_time, Duration dt) {
    // The simulation time went back: continue one step after the last run time.
    if (last_ && sim_time + offset_ < *last_) offset_ = *last_ + dt - sim_time;
    last_ = sim_time + offset_;
    return *last_;
  }

 private:
  Duration offset_{};
  std::optional<Timestamp> last_;
};

}  // namespace gs::bridge
