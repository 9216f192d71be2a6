// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/rtps/filter.h"

#include "gs/ros2/rtps/datagram_check.h"
#include "gs/ros2/rtps/filter_state.h"

namespace gs::ros2::rtps {

DatagramFilter::DatagramFilter(FilterOptions options) : state_(std::make_unique<FilterState>(std::move(options))) {}
DatagramFilter::~DatagramFilter() = default;

void DatagramFilter::set_own_prefix(const GuidPrefix& prefix) {
  const std::lock_guard lock(state_->mutex);
  state_->own_prefix = prefix;
  state_->peers.add_self(prefix);
}

// The whole check runs under the lock, so that datagrams on different ports are judged one after the other.
Passed DatagramFilter::check(MutableBytes datagram, Address sender, Timestamp now) {
  const std::lock_guard lock(state_->mutex);
  DatagramCheck check(*state_, datagram, sender, now);
  Passed out = check.run();
  if (out.size > 0 || !out.reassembled.empty()) ++state_->counts.passed;
  return out;
}

FilterCounts DatagramFilter::counts() const {
  const std::lock_guard lock(state_->mutex);
  return state_->counts;
}

DatagramFilter::Size DatagramFilter::size() const {
  const std::lock_guard lock(state_->mutex);
  return {.participants = state_->peers.participant_count(),
          .endpoints = state_->peers.endpoint_count(),
          .announced_bytes = state_->peers.announced_bytes(),
          .open_samples = state_->reassembly.open_samples(),
          .open_bytes = state_->reassembly.open_bytes()};
}

}  // namespace gs::ros2::rtps
