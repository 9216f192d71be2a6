// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/rtps/locators.h"

#include <algorithm>

namespace gs::ros2::rtps {

bool Network::contains(Address other) const {
  if (mask_bits <= 0) return true;
  const int shift = 32 - std::min(mask_bits, 32);
  return address >> shift == other >> shift;
}

bool is_own_host(Address address, std::span<const Network> own) {
  return is_loopback(address) ||
         std::any_of(own.begin(), own.end(), [&](const Network& n) { return n.address == address; });
}

// Cases in order: the sender itself; a sender on this host, which may name only this host; a neighbour, which may name
// addresses of a network that it shares with us; a sender behind a router, which may name its own /24 network.
bool in_senders_network(Address locator, Address sender, std::span<const Network> own) {
  if (!is_unicast(locator)) return false;
  if (locator == sender) return true;
  const bool sender_is_here = is_own_host(sender, own), locator_is_here = is_own_host(locator, own);
  if (sender_is_here) return locator_is_here;
  if (is_loopback(locator)) return false;
  bool is_neighbour = false;  // the sender is in a network of ours
  for (const Network& network : own) {
    if (!network.contains(sender)) continue;
    if (network.contains(locator)) return true;
    is_neighbour = true;
  }
  return !is_neighbour && locator >> 8 == sender >> 8;
}

}  // namespace gs::ros2::rtps
