// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The state of a filter between datagrams. Private to the filter.
#pragma once

#include <mutex>

#include "gs/ros2/rtps/filter.h"
#include "gs/ros2/rtps/peers.h"
#include "gs/ros2/rtps/reassembly.h"

namespace gs::ros2::rtps {

// Shared by all threads that call the filter.
struct FilterState {
  explicit FilterState(FilterOptions given)
      : options(std::move(given)),
        peers(options.limits, options.own_networks),
        reassembly(options.limits),
        steps(options.limits.steps, options.limits.steps_per_second),
        unfinished(options.limits.unfinished_bytes, options.limits.forgiven_bytes_per_second) {}

  mutable std::mutex mutex;  // guards everything below
  FilterOptions options;
  Peers peers;
  Reassembly reassembly;
  Budget steps;       // sequence numbers that Fast DDS may be made to step over
  Budget unfinished;  // bytes of samples that have begun and are not complete
  GuidPrefix own_prefix{};
  FilterCounts counts;
};

}  // namespace gs::ros2::rtps
