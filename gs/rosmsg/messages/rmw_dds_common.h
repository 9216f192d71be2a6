// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the package rmw_dds_common, which announce the ROS nodes of a DDS participant. A gid has 24 bytes in
// Humble and 16 from Iron on, with the same type name, so the messages are templates over that size.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/rosmsg/message_type.h"

namespace gs::rosmsg::rmw_dds_common {

// rmw_dds_common/Gid: identifier of a participant, reader or writer.
template <std::size_t N>
struct Gid {
  static constexpr std::string_view kType = "rmw_dds_common/msg/Gid";
  std::array<uint8_t, N> data{};  // RTPS GUID, padded with zeros

  static void describe(auto& f) { f("data", &Gid::data, {.kind = Kind::character}); }
  friend bool operator==(const Gid&, const Gid&) = default;
};

// rmw_dds_common/NodeEntitiesInfo: the readers and writers of one node.
template <std::size_t N>
struct NodeEntitiesInfo {
  static constexpr std::string_view kType = "rmw_dds_common/msg/NodeEntitiesInfo";
  std::string node_namespace;
  std::string node_name;
  std::vector<Gid<N>> reader_gid_seq;
  std::vector<Gid<N>> writer_gid_seq;

  static void describe(auto& f) {
    f("node_namespace", &NodeEntitiesInfo::node_namespace, {.string_bound = 256});
    f("node_name", &NodeEntitiesInfo::node_name, {.string_bound = 256});
    f("reader_gid_seq", &NodeEntitiesInfo::reader_gid_seq);
    f("writer_gid_seq", &NodeEntitiesInfo::writer_gid_seq);
  }
  friend bool operator==(const NodeEntitiesInfo&, const NodeEntitiesInfo&) = default;
};

// rmw_dds_common/ParticipantEntitiesInfo: all nodes of a participant, published on ros_discovery_info. DDS itself knows
// only participants and endpoints; this message tells other participants which node owns which endpoint.
template <std::size_t N>
struct ParticipantEntitiesInfo {
  static constexpr std::string_view kType = "rmw_dds_common/msg/ParticipantEntitiesInfo";
  Gid<N> gid;
  std::vector<NodeEntitiesInfo<N>> node_entities_info_seq;

  static void describe(auto& f) {
    f("gid", &ParticipantEntitiesInfo::gid);
    f("node_entities_info_seq", &ParticipantEntitiesInfo::node_entities_info_seq);
  }
  friend bool operator==(const ParticipantEntitiesInfo&, const ParticipantEntitiesInfo&) = default;
};

}  // namespace gs::rosmsg::rmw_dds_common
