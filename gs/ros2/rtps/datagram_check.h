// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Checks one datagram, submessage by submessage, and decides which of them to keep. Private to the filter.
#pragma once

#include "gs/ros2/rtps/filter_state.h"
#include "gs/ros2/rtps/submessage.h"

namespace gs::ros2::rtps {

// One object per datagram. The functions named after a kind of submessage decide about submessages of that kind.
class DatagramCheck {
 public:
  // The caller holds the mutex of `state`.
  DatagramCheck(FilterState& state, MutableBytes datagram, Address sender, Timestamp now)
      : state_(state), limits_(state.options.limits), view_{datagram}, sender_(sender), now_(now) {}

  // Checks the whole datagram, moves the kept submessages together, and returns what to deliver.
  Passed run();

 private:
  // keep: pass on. keep_context: pass on, but the datagram is worth passing only with other content. remove: leave out.
  // cut: leave out this and all later submessages, because Fast DDS itself stops at a wrong one. Earlier submessages
  // are checked already and pass, so that the state of the filter and that of Fast DDS agree.
  enum class Action : uint8_t { keep, keep_context, remove, cut };
  struct Decision {
    Action action;
    Rule rule = Rule::accepted;
  };
  static Decision keep() { return {Action::keep}; }
  static Decision remove(Rule rule = Rule::accepted) { return {Action::remove, rule}; }
  static Decision cut(Rule rule) { return {Action::cut, rule}; }
  static Decision keep_if(Rule rule) { return rule == Rule::accepted ? keep() : cut(rule); }

  Rule read_header();
  Decision decide(const Submessage& s);
  Decision destination(const Submessage& s);
  Decision timestamp(const Submessage& s) const;
  Decision acknack(const Submessage& s, Rule form) const;
  Decision heartbeat(const Submessage& s);
  Decision gap(const Submessage& s);
  Decision data(const Submessage& s);
  Decision data_frag(const Submessage& s);
  Decision participant_data(const Submessage& s, const DataFields& fields);
  Decision endpoint_data(const Submessage& s, const DataFields& fields);
  Decision liveliness(const Submessage& s, const DataFields& fields) const;
  Decision discovery_fragment(const Submessage& s, const DataFields& fields, const Fragment& fragment);
  Decision user_fragment(const Submessage& s, const DataFields& fields, Fragment fragment);

  // Checks the reader and writer of a submessage that a writer sends; keep() if it may pass.
  Decision from_writer(EntityId reader, EntityId writer) const;
  // Checks and edits the discovery data in the payload.
  DiscoveryData read_discovery(const Submessage& s, const DataFields& fields, bool is_participant);
  // A datagram with one DATA submessage that carries a reassembled sample.
  std::vector<std::byte> data_message(const DataFields& fields, Bytes sample) const;
  // Requests the missing fragments of unfinished samples of a built-in writer.
  void request_fragments(EntityId writer);
  std::vector<std::byte> nack_frag_message(EntityId writer, const Reassembly::Missing& missing) const;
  void count(Rule rule);

  FilterState& state_;
  const Limits& limits_;
  View view_;
  Address sender_;
  Timestamp now_;
  GuidPrefix prefix_{};    // of the sending participant
  Peer* peer_ = nullptr;   // nullptr: not announced yet
  bool is_for_us_ = true;  // by the last INFO_DST
  Passed out_{};
};

}  // namespace gs::ros2::rtps
