// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decides which RTPS datagrams reach Fast DDS, and edits them where a part must not. Knows nothing of sockets and
// clocks.
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
#include "gs/rtps/limits.h"
#include "gs/rtps/locators.h"
#include "gs/rtps/rules.h"

namespace gs::rtps {

struct FilterOptions {
  std::vector<Network> own_networks{};  // of the interfaces of this host
  Limits limits{};
};

// A datagram that the filter asks its caller to send.
struct Request {
  Destination to;
  std::vector<std::byte> bytes;
};

struct Passed {
  std::size_t size = 0;  // leading bytes of the datagram to pass on; 0: none
  std::vector<std::vector<std::byte>>
      reassembled{};                // discovery messages completed by this datagram; deliver them first
  std::vector<Request> requests{};  // for missing fragments of discovery messages
};

struct FilterState;  // filter_state.h

// Thread safe: one filter serves all receiving threads of a participant, and a mutex is held for the length of a check.
class DatagramFilter {
 public:
  explicit DatagramFilter(FilterOptions options);
  ~DatagramFilter();

  // Tells the filter which participant it guards. Messages to others are then removed, and messages in its name are
  // accepted from this host only.
  void set_own_prefix(const GuidPrefix& prefix);

  // Checks one datagram from the address `sender` and edits it in place. `now` must not go back.
  Passed check(MutableBytes datagram, Address sender, Timestamp now);

  FilterCounts counts() const;
  // How much the filter remembers, for tests and diagnosis.
  struct Size {
    std::size_t participants = 0, endpoints = 0, announced_bytes = 0, open_samples = 0, open_bytes = 0;
  };
  Size size() const;

 private:
  std::unique_ptr<FilterState> state_;
};

}  // namespace gs::rtps
