// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a filter remembers between datagrams.
#pragma once

#include <mutex>

#include "gs/rtps/filter.h"
#include "gs/rtps/peers.h"
#include "gs/rtps/reassembly.h"

namespace gs::rtps {

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
  Budget steps;       // sequence numbers that Fast DDS walks over one by one
  Budget unfinished;  // bytes of samples whose first fragment has arrived
  GuidPrefix own_prefix{};
  FilterCounts counts;
};

}  // namespace gs::rtps
