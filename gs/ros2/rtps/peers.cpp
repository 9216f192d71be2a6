// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/rtps/peers.h"

#include <algorithm>

namespace gs::ros2::rtps {
namespace {

constexpr Duration kMargin{60'000'000'000};  // Fast DDS removes a participant when its lease ends, the table 60 s later
constexpr Duration kLookInterval{1'000'000'000};
constexpr std::size_t kMostHeardFrom = 8;

bool contains(const std::vector<Address>& list, Address address) {
  return std::find(list.begin(), list.end(), address) != list.end();
}

}  // namespace

void Peers::add_self(const GuidPrefix& prefix) {
  Peer& self = peers_[prefix];
  self.is_self = true;
  self.unfinished = Budget(limits_.unfinished_bytes, limits_.forgiven_bytes_per_second);
}

Peer* Peers::find(const GuidPrefix& prefix) {
  const auto it = peers_.find(prefix);
  return it == peers_.end() ? nullptr : &it->second;
}

void Peers::wake(Peer& peer, Timestamp now) {
  if (now - peer.last_heard >= peer.shortest_lease) restart(peer);
}

void Peers::restart(Peer& peer) {
  for (auto& [entity, endpoint] : peer.endpoints) {
    endpoint.low_mark = 0;
    endpoint.heartbeats = 0;
  }
}

// Allowed are addresses that the participant announced from or names in its announcement, and, for a participant on
// this host, every address of this host.
bool Peers::may_send(const Peer& peer, Address sender) const {
  if (peer.is_self) return is_own_host(sender, own_);
  if (contains(peer.heard_from, sender) || contains(peer.announced, sender)) return true;
  return is_own_host(sender, own_) && !peer.heard_from.empty() && is_own_host(peer.heard_from.front(), own_);
}

bool Peers::may_name(const Peer* peer, Address sender, Address locator) const {
  if (in_senders_network(locator, sender, own_)) return true;
  return peer != nullptr && std::any_of(peer->heard_from.begin(), peer->heard_from.end(),
                                        [&](Address from) { return in_senders_network(locator, from, own_); });
}

// Limits count the participants by the address that first announced them. An update keeps the shortest lease ever
// announced, because Fast DDS may still use it.
Rule Peers::announce(const GuidPrefix& prefix, const DiscoveryData& data, std::size_t bytes, Address sender,
                     Timestamp now) {
  forget_silent(now);
  Peer* peer = find(prefix);
  if (peer == nullptr) {
    const auto from_sender = std::count_if(peers_.begin(), peers_.end(), [&](const auto& entry) {
      return !entry.second.heard_from.empty() && entry.second.heard_from.front() == sender;
    });
    if (peers_.size() >= limits_.participants ||
        static_cast<std::size_t>(from_sender) >= limits_.participants_per_address)
      return Rule::participant_limit;
    if (bytes_ + bytes > limits_.announced_bytes) return Rule::memory_limit;
    peer = &peers_[prefix];
    peer->last_heard = now;
    peer->unfinished = Budget(limits_.unfinished_bytes_each, limits_.forgiven_bytes_per_second);
  }
  if (const Rule rule = keep_bytes(peer->announced_bytes, bytes); rule != Rule::accepted) return rule;
  if (!contains(peer->heard_from, sender) && peer->heard_from.size() < kMostHeardFrom)
    peer->heard_from.push_back(sender);
  peer->announced = data.addresses;
  peer->metatraffic = data.metatraffic;
  peer->lease = data.lease;
  peer->shortest_lease = std::min(peer->shortest_lease, data.lease);
  return Rule::accepted;
}

// A full table first gives up a disposed endpoint of the same participant.
Rule Peers::announce_endpoint(Peer& peer, EntityId entity, std::size_t bytes) {
  const auto known = peer.endpoints.find(entity);
  if (known == peer.endpoints.end()) {
    const bool has_room = peer.endpoints.size() < limits_.endpoints_per_participant && endpoints_ < limits_.endpoints;
    if (!has_room && !forget_disposed(peer)) return Rule::endpoint_limit;
    if (bytes_ + bytes > limits_.announced_bytes) return Rule::memory_limit;
    ++endpoints_;
  }
  Endpoint& endpoint = peer.endpoints[entity];
  endpoint.is_disposed = false;
  endpoint.low_mark = 0;  // Fast DDS may match it again and start at 0
  endpoint.heartbeats = 0;
  return keep_bytes(endpoint.announced_bytes, bytes);
}

void Peers::dispose_endpoint(Peer& peer, EntityId entity) {
  const auto it = peer.endpoints.find(entity);
  if (it != peer.endpoints.end()) it->second.is_disposed = true;
}

Endpoint* Peers::writer(Peer& peer, EntityId entity) {
  const auto it = peer.endpoints.find(entity);
  if (it != peer.endpoints.end()) return &it->second;
  // Every participant has the built-in writers, and the writers of this process are not announced to itself.
  if (!is_builtin(entity) && !peer.is_self) return nullptr;
  if (!is_builtin(entity) && peer.endpoints.size() >= limits_.endpoints_per_participant) return nullptr;
  ++endpoints_;
  return &peer.endpoints[entity];
}

FragmentWindow* Peers::window(Endpoint& writer) {
  if (writer.window == nullptr) {
    if (windows_ >= limits_.fragmenting_writers) return nullptr;
    ++windows_;
    writer.window = std::make_unique<FragmentWindow>();
  }
  return writer.window.get();
}

Rule Peers::keep_bytes(std::size_t& kept, std::size_t bytes) {
  if (bytes_ - kept + bytes > limits_.announced_bytes) return Rule::memory_limit;
  bytes_ = bytes_ - kept + bytes;
  kept = bytes;
  return Rule::accepted;
}

void Peers::forget_endpoint(Endpoint& endpoint) {
  --endpoints_;
  bytes_ -= endpoint.announced_bytes;
  if (endpoint.window != nullptr) --windows_;
}

void Peers::forget_silent(Timestamp now) {
  if (now < next_look_) return;
  next_look_ = now + kLookInterval;
  for (auto it = peers_.begin(); it != peers_.end();) {
    Peer& peer = it->second;
    if (peer.is_self || now - peer.last_heard <= peer.lease + kMargin) {
      ++it;
      continue;
    }
    for (auto& [entity, endpoint] : peer.endpoints) forget_endpoint(endpoint);
    bytes_ -= peer.announced_bytes;
    it = peers_.erase(it);
  }
}

// Keeps writers with a fragment window, because Fast DDS may still hold an unfinished sample of theirs.
bool Peers::forget_disposed(Peer& peer) {
  for (auto it = peer.endpoints.begin(); it != peer.endpoints.end(); ++it) {
    if (!it->second.is_disposed || it->second.window != nullptr) continue;
    forget_endpoint(it->second);
    peer.endpoints.erase(it);
    return true;
  }
  return false;
}

}  // namespace gs::ros2::rtps
