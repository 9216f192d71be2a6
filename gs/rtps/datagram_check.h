// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The way of one datagram through the filter: submessage by submessage, kept or removed.
#pragma once

#include "gs/rtps/filter_state.h"
#include "gs/rtps/submessage.h"

namespace gs::rtps {

class DatagramCheck {
 public:
  // The mutex of `state` is held.
  DatagramCheck(FilterState& state, MutableBytes datagram, Address sender, Timestamp now)
      : state_(state), limits_(state.options.limits), view_{datagram}, sender_(sender), now_(now) {}

  Passed run();

 private:
  // What follows a submessage that is wrong is cut off with it, as Fast DDS itself stops there. What stands before it
  // has been checked and passes, so that the filter's memory and that of Fast DDS agree.
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

  // Checks the ids of the two ends of a submessage that a writer sends; accepted for those that may pass.
  Decision from_writer(EntityId reader, EntityId writer) const;
  DiscoveryData read_discovery(const Submessage& s, const DataFields& fields, bool is_participant);
  std::vector<std::byte> data_message(const DataFields& fields, Bytes sample) const;
  // Asks a built-in writer for the fragments that its unfinished samples lack.
  void request_fragments(EntityId writer);
  std::vector<std::byte> nack_frag_message(EntityId writer, const Reassembly::Missing& missing) const;
  void count(Rule rule);

  FilterState& state_;
  const Limits& limits_;
  View view_;
  Address sender_;
  Timestamp now_;
  GuidPrefix prefix_{};
  Peer* peer_ = nullptr;  // null: not announced yet
  bool is_for_us_ = true;
  Passed out_{};
};

}  // namespace gs::rtps
