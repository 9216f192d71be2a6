// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decides which addresses in a discovery message may be used: only those in the network of its sender, so that a
// message cannot direct traffic at other hosts.
#pragma once

#include <span>
#include <vector>

#include "gs/ros2/rtps/types.h"

namespace gs::ros2::rtps {

// The address of one of our interfaces and the length of its network mask.
struct Network {
  Address address = 0;
  int mask_bits = 32;

  // True if `other` is in this network.
  bool contains(Address other) const;
};

// Where a participant receives discovery messages.
struct Destination {
  Address address = 0;
  uint16_t port = 0;
  friend bool operator==(const Destination&, const Destination&) = default;
};

// True for 127.0.0.0/8, and for addresses of single hosts.
constexpr bool is_loopback(Address address) { return address >> 24 == 127; }
constexpr bool is_unicast(Address address) {
  return address >> 24 != 0 && address >> 28 < 0xe;  // neither 0.x.x.x, multicast, reserved nor broadcast
}

// True for loopback addresses and the addresses of our own interfaces.
bool is_own_host(Address address, std::span<const Network> own);

// True if a host with the address `sender` may announce `locator` as one of its own addresses: they are equal, both
// belong to this host, both are in the same network of ours, or, for a sender behind a router, both are in the same /24
// network.
bool in_senders_network(Address locator, Address sender, std::span<const Network> own);

}  // namespace gs::ros2::rtps
