// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/rtps/datagram_check.h"

#include <algorithm>

namespace gs::ros2::rtps {
namespace {

constexpr uint8_t kFastDdsStatistics = 0x80;  // submessage id of the vendor
constexpr uint16_t kEprosima = 0x010f;        // vendor id of Fast DDS
constexpr uint64_t kStepsOfGap = 4;  // Fast DDS needs 4 times as long for a number in a GAP as for one in a HEARTBEAT

// Submessages of DDS Security (SEC_BODY to SRTPS_POSTFIX), which this participant does not use.
bool is_secured(uint8_t id) { return id >= 0x30 && id <= 0x34; }

}  // namespace

void DatagramCheck::count(Rule rule) {
  if (rule != Rule::accepted) ++state_.counts[rule];
}

// The RTPS header: "RTPS", version (2 bytes), vendor (2 bytes), GUID prefix of the sender (12 bytes). Finds the sender
// in the table of participants and checks that it may use this address.
Rule DatagramCheck::read_header() {
  constexpr std::string_view kMagic = "RTPS";
  constexpr uint8_t kMajorVersion = 2;
  if (view_.bytes.size() < kHeaderBytes || as_text(view_.bytes.first(4)) != kMagic || view_.u8(4) != kMajorVersion)
    return Rule::not_rtps;
  prefix_ = view_.prefix(8);
  if (prefix_ == GuidPrefix{}) return Rule::not_rtps;
  peer_ = state_.peers.find(prefix_);
  if (peer_ == nullptr) return Rule::accepted;
  if (!state_.peers.may_send(*peer_, sender_)) return Rule::foreign_sender;
  state_.peers.wake(*peer_, now_);
  return Rule::accepted;
}

// Kept submessages are moved to the front, so that the datagram stays contiguous: `at` reads, `kept` writes.
Passed DatagramCheck::run() {
  if (const Rule rule = read_header(); rule != Rule::accepted) {
    count(rule);
    return {};
  }
  std::size_t at = kHeaderBytes, kept = kHeaderBytes;
  bool has_content = false;
  while (at + kSubmessageHeaderBytes <= view_.bytes.size()) {
    const auto s = read_submessage(view_, at);
    view_.little = s && (s->flags & 1) != 0;  // each submessage has its own byte order
    const Decision decision = s ? decide(*s) : cut(Rule::malformed);
    count(decision.rule);
    if (decision.action == Action::cut) break;
    if (decision.action != Action::remove) {
      const std::size_t bytes = s->end - s->at;
      if (kept != at) std::copy_n(view_.bytes.data() + at, bytes, view_.bytes.data() + kept);
      kept += bytes;
      has_content |= decision.action == Action::keep;
    }
    at = s->end;
  }
  if (has_content) out_.size = kept;
  if (peer_ != nullptr && (has_content || !out_.reassembled.empty())) peer_->last_heard = now_;
  return std::move(out_);
}

// First the submessages that change the context of later ones, then, if the datagram is for us and the sender is
// announced, those with content.
DatagramCheck::Decision DatagramCheck::decide(const Submessage& s) {
  if (is_secured(s.id)) return cut(Rule::forbidden_submessage);
  // Fast DDS with statistics (as in Debian) appends such a submessage to its datagrams, and aborts on malformed ones.
  if (s.id == kFastDdsStatistics && View{view_.bytes, false}.u16(6) == kEprosima) return remove();
  const auto kind = static_cast<Kind>(s.id);
  switch (kind) {
    case Kind::pad:
      return remove();
    case Kind::info_destination:
      return destination(s);
    case Kind::info_timestamp:
      return timestamp(s);
    case Kind::info_source:
    case Kind::info_reply:
    case Kind::info_reply_ip4:
      return cut(Rule::forbidden_submessage);
    default:
      break;
  }
  if (!is_for_us_) return remove();
  if (peer_ == nullptr && kind != Kind::data) return remove(Rule::unannounced);
  switch (kind) {
    case Kind::acknack:
      return acknack(s, check_acknack(view_, s, limits_));
    case Kind::nack_frag:
      return acknack(s, check_nack_frag(view_, s, limits_));
    case Kind::heartbeat:
      return heartbeat(s);
    case Kind::heartbeat_frag: {
      const Rule rule = check_heartbeat_frag(view_, s, limits_);
      return rule == Rule::accepted ? from_writer(view_.entity(s.body), view_.entity(s.body + 4)) : cut(rule);
    }
    case Kind::gap:
      return gap(s);
    case Kind::data:
      return data(s);
    case Kind::data_frag:
      return data_frag(s);
    default:
      return remove(Rule::forbidden_submessage);
  }
}

// INFO_DST: names the participant that the following submessages are for; all zero means everyone.
DatagramCheck::Decision DatagramCheck::destination(const Submessage& s) {
  if (s.length() < 12) return cut(Rule::malformed);
  const GuidPrefix to = view_.prefix(s.body);
  if (to != GuidPrefix{} && state_.own_prefix != GuidPrefix{}) is_for_us_ = to == state_.own_prefix;
  return {Action::keep_context};
}

// INFO_TS: 8 bytes of time, or none if the flag says that the time is unknown.
DatagramCheck::Decision DatagramCheck::timestamp(const Submessage& s) const {
  constexpr uint8_t kInvalidate = 0x02;
  if ((s.flags & kInvalidate) == 0 && s.length() < 8) return cut(Rule::malformed);
  return {Action::keep_context};
}

// A built-in writer may write only to its own reader. The writer of a topic must be announced, because the
// filter limits sequence numbers and fragments by writer, and it must not write to a built-in reader.
DatagramCheck::Decision DatagramCheck::from_writer(EntityId reader, EntityId writer) const {
  if (is_builtin(writer)) {
    const EntityId expected = reader_of(writer);
    if (expected == 0) return remove(Rule::unsupported_endpoint);
    return reader == kAnyReader || reader == expected ? keep() : cut(Rule::malformed);
  }
  if (is_builtin(reader)) return cut(Rule::malformed);
  if (peer_ == nullptr || state_.peers.writer(*peer_, writer) == nullptr) return remove(Rule::unannounced);
  return keep();
}

// ACKNACK and NACK_FRAG come from a reader: built-in readers may address only their own writer.
DatagramCheck::Decision DatagramCheck::acknack(const Submessage& s, Rule form) const {
  if (form != Rule::accepted) return cut(form);
  const EntityId reader = view_.entity(s.body), writer = view_.entity(s.body + 4);
  if (!is_builtin(reader) && !is_builtin(writer)) return keep();
  if (reader_of(writer) == 0) return remove(Rule::unsupported_endpoint);
  return reader == reader_of(writer) ? keep() : cut(Rule::malformed);
}

// HEARTBEAT body: reader id (0), writer id (4), first (8) and last (16) available sequence number, count (24).
DatagramCheck::Decision DatagramCheck::heartbeat(const Submessage& s) {
  const Rule form = check_heartbeat(view_, s, limits_);
  if (form != Rule::accepted) return cut(form);
  const Decision ends = from_writer(view_.entity(s.body), view_.entity(s.body + 4));
  if (ends.action != Action::keep) return ends;
  if (is_builtin(view_.entity(s.body + 4))) request_fragments(view_.entity(s.body + 4));
  Endpoint* writer = state_.peers.writer(*peer_, view_.entity(s.body + 4));
  const uint32_t heartbeats = view_.u32(s.body + 24);
  if (heartbeats <= writer->heartbeats) return remove();  // as Fast DDS does
  writer->heartbeats = heartbeats;
  // Fast DDS steps over all sequence numbers below the first available one while its reader is locked. Writing a lower
  // first number limits these steps and does no harm: the reader requests samples that no longer exist, and the writer
  // answers that they are gone.
  int64_t first = view_.sequence(s.body + 8);
  const int64_t jump = std::max<int64_t>(0, first - 1 - writer->low_mark);
  const auto allowed = static_cast<int64_t>(state_.steps.available(now_));
  if (jump > allowed) {
    first = writer->low_mark + 1 + allowed;
    view_.put_sequence(s.body + 8, first);
    count(Rule::too_much_work);
  }
  state_.steps.take(static_cast<uint64_t>(std::min(jump, allowed)), now_);
  writer->low_mark = std::max(writer->low_mark, first - 1);
  return keep();
}

// GAP body: reader id (0), writer id (4), start (8), base of the bitmap (16), number of bits (24), bitmap (28). All
// numbers from start to base - 1 are irrelevant, and those with a set bit.
DatagramCheck::Decision DatagramCheck::gap(const Submessage& s) {
  const Rule form = check_gap(view_, s, limits_);
  if (form != Rule::accepted) return cut(form);
  const Decision ends = from_writer(view_.entity(s.body), view_.entity(s.body + 4));
  if (ends.action != Action::keep) return ends;
  // A shorter gap is valid too: the reader requests the numbers behind its end again.
  const int64_t start = view_.sequence(s.body + 8);
  int64_t base = view_.sequence(s.body + 16);
  if (base - start > limits_.gap) {
    base = start + limits_.gap;
    view_.put_sequence(s.body + 16, base);
    view_.put_u32(s.body + 24, 0);
  }
  const uint64_t steps = static_cast<uint64_t>(base - start) * kStepsOfGap;
  return state_.steps.take(steps, now_) ? keep() : remove(Rule::too_much_work);
}

// DATA: samples of topics pass without a look at their payload; discovery and liveliness are checked completely.
DatagramCheck::Decision DatagramCheck::data(const Submessage& s) {
  const DataFields fields = read_data_fields(view_, s, limits_);
  if (peer_ == nullptr && fields.writer != kSpdpWriter) return remove(Rule::unannounced);
  if (fields.rule != Rule::accepted) return cut(fields.rule);
  const Decision ends = from_writer(fields.reader, fields.writer);
  if (ends.action != Action::keep || !is_builtin(fields.writer)) return ends;
  if (fields.key_hash != 0 && view_.prefix(fields.key_hash) != prefix_) return cut(Rule::foreign_guid);
  if (fields.writer == kSpdpWriter) return participant_data(s, fields);
  if (fields.writer == kLivelinessWriter) return liveliness(s, fields);
  return endpoint_data(s, fields);
}

DiscoveryData DatagramCheck::read_discovery(const Submessage& s, const DataFields& fields, bool is_participant) {
  DiscoveryData out;
  if (!fields.has_data && !fields.has_key) return out;
  const DiscoveryRules options{
      .sender = prefix_,
      .is_participant = is_participant,
      .may_name = [this](Address address) { return state_.peers.may_name(peer_, sender_, address); },
      .limits = limits_};
  out = check_discovery_data(view_.bytes.subspan(fields.payload, s.end - fields.payload), options);
  state_.counts.locators_blanked += static_cast<uint64_t>(out.blanked_locators);
  return out;
}

// Discovery of participants (SPDP): an announcement adds the sender to the table, a disposal means that it leaves.
DatagramCheck::Decision DatagramCheck::participant_data(const Submessage& s, const DataFields& fields) {
  if (fields.key_hash != 0 && view_.entity(fields.key_hash + 12) != kParticipant) return cut(Rule::foreign_guid);
  const DiscoveryData data = read_discovery(s, fields, true);
  if (data.rule != Rule::accepted) return cut(data.rule);
  const bool is_alive = fields.has_data && fields.status == 0;
  if (!is_alive) {
    if (peer_ == nullptr) return remove(Rule::unannounced);
    state_.peers.restart(*peer_);
    return keep();
  }
  if (data.entity != kParticipant) return cut(Rule::bad_discovery);
  const bool is_self = peer_ != nullptr && peer_->is_self;
  if (data.kept_locators == 0 && !is_self) return cut(Rule::no_locator);
  const Rule rule = state_.peers.announce(prefix_, data, s.end - fields.payload, sender_, now_);
  peer_ = state_.peers.find(prefix_);
  return keep_if(rule);
}

// Discovery of endpoints (SEDP): announces or disposes a writer or reader of the sender.
DatagramCheck::Decision DatagramCheck::endpoint_data(const Submessage& s, const DataFields& fields) {
  if (peer_ == nullptr) return remove(Rule::unannounced);
  const DiscoveryData data = read_discovery(s, fields, false);
  if (data.rule != Rule::accepted) return cut(data.rule);
  if (!fields.has_data || fields.status != 0) {
    const EntityId entity = fields.key_hash != 0 ? view_.entity(fields.key_hash + 12) : data.entity;
    state_.peers.dispose_endpoint(*peer_, entity);
    return keep();
  }
  // The low bits of the entity id tell writers from readers (RTPS 2.3, 9.3.1.2).
  const EntityId kind = data.entity & 0x3f;
  const bool is_writer = kind == 0x02 || kind == 0x03, is_reader = kind == 0x04 || kind == 0x07;
  const bool wants_writer = fields.writer == kSedpPublicationsWriter;
  if (is_builtin(data.entity) || (wants_writer ? !is_writer : !is_reader)) return cut(Rule::bad_discovery);
  const Rule rule = state_.peers.announce_endpoint(*peer_, data.entity, s.end - fields.payload);
  return rule == Rule::accepted ? keep() : remove(rule);
}

// Liveliness: the payload starts with the GUID prefix of a participant, which must be the sender.
DatagramCheck::Decision DatagramCheck::liveliness(const Submessage& s, const DataFields& fields) const {
  if (peer_ == nullptr) return remove(Rule::unannounced);
  if (!fields.has_data) return keep();
  constexpr std::size_t kLeastBytes = 20;  // encapsulation, GUID prefix, kind
  if (s.end - fields.payload < kLeastBytes) return cut(Rule::malformed);
  return view_.prefix(fields.payload + 4) == prefix_ ? keep() : cut(Rule::foreign_guid);
}

DatagramCheck::Decision DatagramCheck::data_frag(const Submessage& s) {
  const DataFields fields = read_data_fields(view_, s, limits_);
  if (fields.rule != Rule::accepted) return cut(fields.rule);
  const Fragment fragment = read_fragment(view_, s);
  const Rule form = check(fragment, s.end - fields.payload, limits_);
  if (form != Rule::accepted) return cut(form);
  const Decision ends = from_writer(fields.reader, fields.writer);
  if (ends.action != Action::keep) return ends;
  return is_builtin(fields.writer) ? discovery_fragment(s, fields, fragment) : user_fragment(s, fields, fragment);
}

// Fragments of discovery messages never pass themselves: they are collected, and the complete message is checked and
// delivered as one DATA submessage.
DatagramCheck::Decision DatagramCheck::discovery_fragment(const Submessage& s, const DataFields& fields,
                                                          const Fragment& fragment) {
  if (fields.status != 0) return cut(Rule::bad_fragment);
  if (fragment.sample_size > Reassembly::kLargestSample) return remove(Rule::memory_limit);
  const uint64_t dropped_before = state_.reassembly.dropped_samples();
  const auto sample = state_.reassembly.add({prefix_, fields.writer, fragment.sequence}, fragment,
                                            view_.bytes.subspan(fields.payload, s.end - fields.payload), now_);
  state_.counts[Rule::memory_limit] += state_.reassembly.dropped_samples() - dropped_before;
  if (!sample) return remove();
  std::vector<std::byte> message = data_message(fields, *sample);
  // The reassembled message passes through the same checks as an unfragmented one.
  DatagramCheck whole(state_, message, sender_, now_);
  message.resize(whole.run().size);
  peer_ = state_.peers.find(prefix_);  // an announcement in the message may have changed the table
  if (message.empty()) return remove();
  ++state_.counts.reassembled;
  out_.reassembled.push_back(std::move(message));
  return remove();
}

// Layout: RTPS header of the original datagram, submessage header, then extra flags (0), offset to inline QoS (2),
// reader (4), writer (8), sequence number (12) and the payload (20).
std::vector<std::byte> DatagramCheck::data_message(const DataFields& fields, Bytes sample) const {
  constexpr uint8_t kLittleEndianWithData = 0x05;
  constexpr std::size_t kFixedBytes = 20;
  const std::size_t padded = (sample.size() + 3) & ~std::size_t{3};
  std::vector<std::byte> out(kHeaderBytes + kSubmessageHeaderBytes + kFixedBytes + padded);
  std::copy_n(view_.bytes.begin(), kHeaderBytes, out.begin());
  View view{out};
  view.bytes[kHeaderBytes] = static_cast<std::byte>(Kind::data);
  view.bytes[kHeaderBytes + 1] = std::byte{kLittleEndianWithData};
  view.put_u16(kHeaderBytes + 2, static_cast<uint16_t>(kFixedBytes + padded));
  constexpr std::size_t kBody = kHeaderBytes + kSubmessageHeaderBytes;
  view.put_u16(kBody + 2, kFixedBytes - 4);
  View big_endian{out, false};
  big_endian.put_u32(kBody + 4, fields.reader);
  big_endian.put_u32(kBody + 8, fields.writer);
  view.put_sequence(kBody + 12, fields.sequence);
  std::copy(sample.begin(), sample.end(), out.begin() + kBody + kFixedBytes);
  return out;
}

// The request goes to the address of the sender if it announced it for discovery, else to its first announced address.
void DatagramCheck::request_fragments(EntityId writer) {
  if (peer_->metatraffic.empty() || state_.own_prefix == GuidPrefix{}) return;
  const auto& places = peer_->metatraffic;
  const auto same = std::find_if(places.begin(), places.end(), [&](const auto& d) { return d.address == sender_; });
  const Destination to = same != places.end() ? *same : places.front();
  for (const auto& missing : state_.reassembly.take_missing(prefix_, writer, now_)) {
    ++peer_->requests;
    out_.requests.push_back({to, nack_frag_message(writer, missing)});
  }
}

// Layout: RTPS header, INFO_DST, NACK_FRAG with reader (0), writer (4), sequence number (8), first fragment (16),
// number of bits (20), bitmap (24) and a count that increases with every request.
std::vector<std::byte> DatagramCheck::nack_frag_message(EntityId writer, const Reassembly::Missing& missing) const {
  constexpr std::size_t kTo = kHeaderBytes, kNack = kTo + 16, kBody = kNack + kSubmessageHeaderBytes;
  const std::size_t body_bytes = 28 + 4 * missing.words.size();
  std::vector<std::byte> out(kBody + body_bytes);
  View view{out}, big_endian{out, false};
  big_endian.put_u32(0, 0x52545053);  // RTPS
  big_endian.put_u32(4, 0x0203010f);  // version 2.3 and the vendor id of Fast DDS, whose reader needs the fragments
  std::copy(state_.own_prefix.begin(), state_.own_prefix.end(), out.begin() + 8);
  big_endian.put_u32(kTo, 0x0e010c00);  // INFO_DST, little endian, 12 bytes
  std::copy(prefix_.begin(), prefix_.end(), out.begin() + kTo + 4);
  big_endian.put_u32(kNack, 0x12010000);  // NACK_FRAG, little endian
  view.put_u16(kNack + 2, static_cast<uint16_t>(body_bytes));
  big_endian.put_u32(kBody, reader_of(writer));
  big_endian.put_u32(kBody + 4, writer);
  view.put_sequence(kBody + 8, missing.sequence);
  view.put_u32(kBody + 16, missing.base);
  view.put_u32(kBody + 20, missing.bits);
  for (std::size_t i = 0; i < missing.words.size(); ++i) view.put_u32(kBody + 24 + 4 * i, missing.words[i]);
  view.put_u32(kBody + 24 + 4 * missing.words.size(), peer_->requests);
  return out;
}

// A fragment of a topic's sample: Fast DDS allocates the whole sample at its first fragment, so the claimed bytes are
// limited, and returned to the budget as the fragments arrive.
DatagramCheck::Decision DatagramCheck::user_fragment(const Submessage& s, const DataFields& fields, Fragment fragment) {
  fragment.sample_size = safe_sample_size(fragment);
  if (s.end - fields.payload < fragment.needed_bytes()) return cut(Rule::bad_fragment);
  FragmentWindow* window = state_.peers.window(*state_.peers.writer(*peer_, fields.writer));
  if (window == nullptr) return remove(Rule::memory_limit);
  const auto answer = window->judge(fragment);
  if (answer == FragmentWindow::Answer::refused) return remove(Rule::fragment_mismatch);
  if (answer == FragmentWindow::Answer::first_of_sample) {
    if (state_.unfinished.available(now_) < fragment.sample_size || !peer_->unfinished.take(fragment.sample_size, now_))
      return remove(Rule::memory_limit);
    state_.unfinished.take(fragment.sample_size, now_);
    window->remember(fragment);
  }
  peer_->unfinished.give_back(fragment.needed_bytes());
  state_.unfinished.give_back(fragment.needed_bytes());
  view_.put_u32(s.body + 28, fragment.sample_size);
  return keep();
}

}  // namespace gs::ros2::rtps
