// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Builds valid and invalid RTPS datagrams. Test code only.
#pragma once

#include <string>
#include <utility>

#include "gs/ros2/rtps/filter.h"
#include "gs/ros2/rtps/fragment.h"
#include "gs/ros2/rtps/parameter.h"

namespace gs::ros2::rtps {

inline constexpr Address kPeerAddress = 0x0a4d0002;   // 10.77.0.2
inline constexpr Address kOwnAddress = 0x0a4d0001;    // 10.77.0.1, a /24 network
inline constexpr Address kOtherAddress = 0x08080808;  // 8.8.8.8, in another network
inline constexpr EntityId kUserWriter = 0x00000103, kUserReader = 0x00000104;

// Prefix of a participant of Fast DDS (vendor 01 0f), filled with a byte.
inline GuidPrefix prefix_of(uint8_t fill) {
  GuidPrefix out;
  out.fill(std::byte{fill});
  out[0] = std::byte{0x01};
  out[1] = std::byte{0x0f};
  return out;
}
inline GuidPrefix own_prefix() { return prefix_of(0x11); }
inline GuidPrefix peer_prefix() { return prefix_of(0xa7); }

// Builds a little-endian parameter list; every function appends a parameter.
class ListBuilder {
 public:
  ListBuilder& add(uint16_t pid, Bytes value) {
    out_.u16(pid);
    out_.u16(static_cast<uint16_t>((value.size() + 3) / 4 * 4));
    out_.bytes(value);
    while (out_.size() % 4 != 0) out_.u8(0);
    return *this;
  }
  ListBuilder& add(Pid pid, Bytes value) { return add(static_cast<uint16_t>(pid), value); }
  ListBuilder& number(Pid pid, uint32_t value) {
    ByteWriter w;
    w.u32(value);
    return add(pid, w.view());
  }
  ListBuilder& duration(Pid pid, int32_t seconds, uint32_t fraction = 0) {
    ByteWriter w;
    w.put(seconds);
    w.u32(fraction);
    return add(pid, w.view());
  }
  ListBuilder& text(Pid pid, const std::string& value) {
    ByteWriter w;
    w.string32(value + '\0');
    return add(pid, w.view());
  }
  ListBuilder& guid(Pid pid, const GuidPrefix& prefix, EntityId entity) {
    ByteWriter w;
    w.bytes(prefix);
    for (int shift = 24; shift >= 0; shift -= 8) w.u8(static_cast<uint8_t>(entity >> shift));
    return add(pid, w.view());
  }
  ListBuilder& locator(uint16_t pid, Address address, uint32_t port, uint32_t kind = 1) {
    ByteWriter w;
    w.u32(kind);
    w.u32(port);
    for (int i = 0; i < 12; ++i) w.u8(0);
    for (int shift = 24; shift >= 0; shift -= 8) w.u8(static_cast<uint8_t>(address >> shift));
    return add(pid, w.view());
  }
  // The list with its sentinel; as a payload also with the encapsulation header.
  std::vector<std::byte> list() const {
    ByteWriter w;
    w.bytes(out_.view());
    w.u32(1);
    return std::move(w).take();
  }
  std::vector<std::byte> payload() const {
    ByteWriter w;
    w.u32(0x00000300);  // 00 03 00 00: little-endian parameter list
    w.bytes(list());
    return std::move(w).take();
  }

 private:
  ByteWriter out_;
};

// A correct announcement of a participant, and of a writer or reader.
inline ListBuilder participant_list(const GuidPrefix& prefix = peer_prefix(), Address address = kPeerAddress) {
  ListBuilder out;
  out.number(Pid::protocol_version, 0x0302)
      .number(Pid::vendor, 0x0f01)
      .guid(Pid::participant_guid, prefix, kParticipant);
  out.locator(0x32, address, 7412).locator(0x31, address, 7413);
  return out.duration(Pid::lease_duration, 20).number(Pid::builtin_endpoints, 0xc3f);
}

inline ListBuilder endpoint_list(EntityId entity, const GuidPrefix& prefix = peer_prefix()) {
  ListBuilder out;
  out.text(Pid::topic_name, "rt/chatter").text(Pid::type_name, "std_msgs::msg::dds_::String_");
  out.guid(Pid::endpoint_guid, prefix, entity).guid(Pid::key_hash, prefix, entity);
  return out.guid(Pid::participant_guid, prefix, kParticipant);
}

// Builds one datagram; every function appends a submessage.
class DatagramBuilder {
 public:
  explicit DatagramBuilder(const GuidPrefix& prefix = peer_prefix(), uint16_t vendor = 0x0f01) {
    out_.text("RTPS");
    out_.u16(0x0302);
    out_.u16(vendor);
    out_.bytes(prefix);
  }
  DatagramBuilder& sub(uint8_t id, uint8_t flags, Bytes body) {
    out_.u8(id);
    out_.u8(flags);
    out_.u16(static_cast<uint16_t>(body.size()));
    out_.bytes(body);
    return *this;
  }
  DatagramBuilder& to(const GuidPrefix& prefix) { return sub(0x0e, 1, prefix); }
  DatagramBuilder& data(EntityId reader, EntityId writer, int64_t sequence, Bytes payload, Bytes inline_qos = {},
                        uint8_t flags = 5) {
    ByteWriter w;
    w.u32(16u << 16);
    ends(w, reader, writer);
    number(w, sequence);
    w.bytes(inline_qos);
    w.bytes(payload);
    return sub(0x15, static_cast<uint8_t>(flags | (inline_qos.empty() ? 0 : 2)), w.view());
  }
  DatagramBuilder& frag(EntityId reader, EntityId writer, const Fragment& f, Bytes payload, uint8_t flags = 1) {
    ByteWriter w;
    w.u32(28u << 16);
    ends(w, reader, writer);
    number(w, f.sequence);
    w.u32(f.start);
    w.u16(static_cast<uint16_t>(f.count));
    w.u16(static_cast<uint16_t>(f.size));
    w.u32(f.sample_size);
    w.bytes(payload);
    return sub(0x16, flags, w.view());
  }
  DatagramBuilder& heartbeat(EntityId writer, int64_t first, int64_t last, uint32_t count = 1) {
    ByteWriter w;
    ends(w, 0, writer);
    number(w, first);
    number(w, last);
    w.u32(count);
    return sub(0x07, 1, w.view());
  }
  DatagramBuilder& gap(EntityId writer, int64_t start, int64_t base, uint32_t bits = 0, uint32_t words = 0) {
    ByteWriter w;
    ends(w, 0, writer);
    number(w, start);
    number(w, base);
    w.u32(bits);
    for (uint32_t i = 0; i < words; ++i) w.u32(~0u);
    return sub(0x08, 1, w.view());
  }
  DatagramBuilder& acknack(EntityId reader, EntityId writer, int64_t base, uint32_t bits = 0, uint32_t words = 0) {
    ByteWriter w;
    ends(w, reader, writer);
    number(w, base);
    w.u32(bits);
    for (uint32_t i = 0; i < words; ++i) w.u32(~0u);
    w.u32(1);
    return sub(0x06, 1, w.view());
  }
  DatagramBuilder& announce() { return data(kSpdpReader, kSpdpWriter, 1, participant_list().payload()); }
  DatagramBuilder& announce_writer(EntityId entity = kUserWriter, int64_t sequence = 1) {
    return data(kSedpPublicationsReader, kSedpPublicationsWriter, sequence, endpoint_list(entity).payload());
  }
  DatagramBuilder& announce_reader(EntityId entity = kUserReader, int64_t sequence = 1) {
    return data(kSedpSubscriptionsReader, kSedpSubscriptionsWriter, sequence, endpoint_list(entity).payload());
  }
  std::vector<std::byte> bytes() const { return {out_.view().begin(), out_.view().end()}; }

 private:
  static void ends(ByteWriter& w, EntityId reader, EntityId writer) {
    for (const EntityId id : {reader, writer}) {
      for (int shift = 24; shift >= 0; shift -= 8) w.u8(static_cast<uint8_t>(id >> shift));
    }
  }
  static void number(ByteWriter& w, int64_t sequence) {
    w.put(static_cast<int32_t>(sequence >> 32));
    w.put(static_cast<uint32_t>(sequence));
  }
  ByteWriter out_;
};

inline FilterOptions filter_options() { return {.own_networks = {{kOwnAddress, 24}, {0x7f000001, 8}}}; }

}  // namespace gs::ros2::rtps
