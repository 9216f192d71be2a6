// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The table of announced participants and their endpoints. It removes a silent participant later than Fast DDS does, so
// that a writer that is not in the table is unknown to Fast DDS as well.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "gs/ros2/rtps/budget.h"
#include "gs/ros2/rtps/discovery_data.h"
#include "gs/ros2/rtps/fragment_window.h"
#include "gs/ros2/rtps/locators.h"

namespace gs::ros2::rtps {

// A writer or reader of a participant.
struct Endpoint {
  std::size_t announced_bytes = 0;         // size of its discovery message
  int64_t low_mark = 0;                    // Fast DDS has stepped over this writer's sequence numbers up to here
  uint32_t heartbeats = 0;                 // count of the last heartbeat that passed; Fast DDS ignores lower ones
  std::unique_ptr<FragmentWindow> window;  // of writers that fragment
  bool is_disposed = false;
};

// A participant.
struct Peer {
  bool is_self = false;                  // the participant of this process
  std::vector<Address> heard_from;       // source addresses of its announcements, at most 8, in order of arrival
  std::vector<Address> announced;        // addresses that its announcement names
  std::vector<Destination> metatraffic;  // where it receives discovery messages
  uint32_t requests = 0;                 // number of requests for missing fragments sent to it
  Timestamp last_heard;
  Duration lease{};
  Duration shortest_lease{std::numeric_limits<int64_t>::max()};  // of all its announcements
  std::size_t announced_bytes = 0;                               // size of its own announcement
  std::map<EntityId, Endpoint> endpoints;
  Budget unfinished{0, 0};  // bytes of samples that have begun and are not complete
};

// The table. Its limits hold for all participants together and for each.
class Peers {
 public:
  Peers(const Limits& limits, std::span<const Network> own) : limits_(limits), own_(own.begin(), own.end()) {}

  // Adds the participant of this process: it is never removed, and its writers need no announcement.
  void add_self(const GuidPrefix& prefix);
  Peer* find(const GuidPrefix& prefix);  // nullptr if it is not announced
  // Calls restart() if the peer was silent for so long that Fast DDS may have removed it. Call it for every datagram.
  void wake(Peer& peer, Timestamp now);
  // Sets the sequence numbers of all writers of a peer back to 0, as Fast DDS does when the peer returns.
  void restart(Peer& peer);
  // True if a datagram of this participant may come from the address `sender`.
  bool may_send(const Peer& peer, Address sender) const;
  // True if discovery data of this participant (nullptr: not announced yet), sent from `sender`, may name the address
  // `locator`.
  bool may_name(const Peer* peer, Address sender, Address locator) const;

  // Adds a participant or updates its entry; `bytes` is the size of the announcement. A limit may refuse it.
  Rule announce(const GuidPrefix& prefix, const DiscoveryData& data, std::size_t bytes, Address sender, Timestamp now);
  // Adds a writer or reader of a participant or updates its entry. A limit may refuse it.
  Rule announce_endpoint(Peer& peer, EntityId entity, std::size_t bytes);
  // Marks an endpoint as deleted by its participant; its entry is removed when room is needed.
  void dispose_endpoint(Peer& peer, EntityId entity);
  // The writer of a sample, heartbeat or gap; nullptr if it is not announced. Built-in writers need no announcement.
  Endpoint* writer(Peer& peer, EntityId entity);
  // The fragment window of a writer, made on first use; nullptr if too many writers have one.
  FragmentWindow* window(Endpoint& writer);

  // Sizes of the table.
  std::size_t participant_count() const { return peers_.size(); }
  std::size_t endpoint_count() const { return endpoints_; }
  std::size_t announced_bytes() const { return bytes_; }

 private:
  void forget_silent(Timestamp now);         // removes participants whose lease has ended, once a second
  bool forget_disposed(Peer& peer);          // removes one deleted endpoint; false if there is none
  void forget_endpoint(Endpoint& endpoint);  // subtracts it from the totals
  // Changes the stored size of an announcement from `kept` to `bytes`, if the total allows it.
  Rule keep_bytes(std::size_t& kept, std::size_t bytes);

  Limits limits_;
  std::vector<Network> own_;
  std::map<GuidPrefix, Peer> peers_;
  std::size_t endpoints_ = 0, windows_ = 0, bytes_ = 0;
  Timestamp next_look_{};
};

}  // namespace gs::ros2::rtps
