// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decides which RTPS datagrams reach Fast DDS, and removes the dangerous parts of the others. It uses no sockets and no
// clock: the caller provides datagrams and times.
//
//   DatagramFilter filter({.own_networks = ...});
//   const Passed passed = filter.check(datagram, sender, now);
//   for (auto& message : passed.reassembled) deliver(message);
//   if (passed.size > 0) deliver(datagram.first(passed.size));
//   for (const Request& request : passed.requests) send(request.bytes, request.to);
#pragma once

#include <memory>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/ros2/rtps/limits.h"
#include "gs/ros2/rtps/locators.h"
#include "gs/ros2/rtps/rules.h"

namespace gs::ros2::rtps {

// Settings of a filter, fixed when it is made.
struct FilterOptions {
  std::vector<Network> own_networks{};  // networks of the interfaces of this host
  Limits limits{};
};

// A datagram that the filter asks its caller to send.
struct Request {
  Destination to;
  std::vector<std::byte> bytes;
};

// The result of checking one datagram.
struct Passed {
  std::size_t size = 0;  // number of leading bytes of the edited datagram to deliver; 0: none
  std::vector<std::vector<std::byte>>
      reassembled{};                // discovery messages completed by this datagram; deliver them first
  std::vector<Request> requests{};  // for missing fragments of discovery messages
};

struct FilterState;  // filter_state.h

// The filter of one participant, for all its receiving threads: a mutex is held during a check.
class DatagramFilter {
 public:
  explicit DatagramFilter(FilterOptions options);
  ~DatagramFilter();

  // Sets the participant that the filter protects. From then on messages to other participants are removed, and
  // messages with its own prefix are accepted from this host only.
  void set_own_prefix(const GuidPrefix& prefix);

  // Checks one datagram from the address `sender` and edits it in place. `now` must not go back.
  Passed check(MutableBytes datagram, Address sender, Timestamp now);

  FilterCounts counts() const;  // since the filter was made
  // The size of the filter's tables, for tests and diagnosis.
  struct Size {
    std::size_t participants = 0, endpoints = 0, announced_bytes = 0, open_samples = 0, open_bytes = 0;
  };
  Size size() const;

 private:
  std::unique_ptr<FilterState> state_;
};

}  // namespace gs::ros2::rtps
