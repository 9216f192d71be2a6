// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The participants that have announced themselves, with their endpoints. The table forgets later than Fast DDS does, so
// that a writer unknown here is unknown there as well.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "gs/rtps/budget.h"
#include "gs/rtps/discovery_data.h"
#include "gs/rtps/fragment_window.h"
#include "gs/rtps/locators.h"

namespace gs::rtps {

struct Endpoint {
  std::size_t announced_bytes = 0;
  int64_t low_mark = 0;                    // Fast DDS has walked over this writer's samples up to here
  uint32_t heartbeats = 0;                 // count of the last heartbeat that passed; Fast DDS ignores lower ones
  std::unique_ptr<FragmentWindow> window;  // of writers that fragment
  bool is_disposed = false;
};

struct Peer {
  bool is_self = false;
  std::vector<Address> heard_from;       // at most 8; the first is where it was first announced from
  std::vector<Address> announced;        // addresses that its announcement names
  std::vector<Destination> metatraffic;  // where it receives discovery messages
  uint32_t requests = 0;                 // sent to it for missing fragments
  Timestamp last_heard;
  Duration lease{};
  Duration shortest_lease{std::numeric_limits<int64_t>::max()};  // of all its announcements
  std::size_t announced_bytes = 0;
  std::map<EntityId, Endpoint> endpoints;
  Budget unfinished{0, 0};
};

class Peers {
 public:
  Peers(const Limits& limits, std::span<const Network> own) : limits_(limits), own_(own.begin(), own.end()) {}

  // Adds this process itself: it is never forgotten, and its writers need no announcement.
  void add_self(const GuidPrefix& prefix);
  Peer* find(const GuidPrefix& prefix);
  // Restarts a peer after a silence in which Fast DDS may have forgotten it.
  void wake(Peer& peer, Timestamp now);
  // Counts the sequence numbers of all writers of a peer from 0, as Fast DDS does when the peer comes back.
  void restart(Peer& peer);
  bool may_send(const Peer& peer, Address sender) const;
  // True when discovery data of this participant (null: not known yet), sent from `sender`, may name the address.
  bool may_name(const Peer* peer, Address sender, Address locator) const;

  // Adds or refreshes a participant.
  Rule announce(const GuidPrefix& prefix, const DiscoveryData& data, std::size_t bytes, Address sender, Timestamp now);
  // Adds or refreshes a writer or reader of a participant.
  Rule announce_endpoint(Peer& peer, EntityId entity, std::size_t bytes);
  void dispose_endpoint(Peer& peer, EntityId entity);
  // Returns the writer of a sample, heartbeat or gap; null when it has not been announced.
  Endpoint* writer(Peer& peer, EntityId entity);
  // Returns the fragment window of a writer; null when too many writers have one.
  FragmentWindow* window(Endpoint& writer);

  std::size_t participant_count() const { return peers_.size(); }
  std::size_t endpoint_count() const { return endpoints_; }
  std::size_t announced_bytes() const { return bytes_; }

 private:
  void forget_silent(Timestamp now);
  bool forget_disposed(Peer& peer);
  void forget_endpoint(Endpoint& endpoint);
  Rule keep_bytes(std::size_t& kept, std::size_t bytes);

  Limits limits_;
  std::vector<Network> own_;
  std::map<GuidPrefix, Peer> peers_;
  std::size_t endpoints_ = 0, windows_ = 0, bytes_ = 0;
  Timestamp next_look_{};
};

}  // namespace gs::rtps
