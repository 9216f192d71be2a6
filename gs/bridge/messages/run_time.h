// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A time that never runs backwards, for recordings and replays of runs whose simulation time a reset sets back. Until a
// reset it is the simulation time; the first moment after a reset comes one step after the last moment before it.
#pragma once

#include <optional>

#include "gs/core/time.h"

namespace gs::bridge {

class RunTime {
 public:
  // The run time of a moment with this simulation time. Call it in the order in which the moments come.
  Timestamp of(Timestamp sim_time, Duration dt) {
    if (last_ && sim_time + offset_ < *last_) offset_ = *last_ + dt - sim_time;
    last_ = sim_time + offset_;
    return *last_;
  }

 private:
  Duration offset_{};
  std::optional<Timestamp> last_;
};

}  // namespace gs::bridge
