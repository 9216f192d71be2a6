// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/wire/discovery_info.h"

#include <algorithm>

#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/messages/rmw_dds_common.h"

namespace gs::ros2 {
namespace {

constexpr std::size_t kNarrow = 16, kWide = 24;

// A GUID padded with zeros to N bytes, and back.
template <std::size_t N>
rosmsg::rmw_dds_common::Gid<N> to_gid(const Guid& guid) {
  rosmsg::rmw_dds_common::Gid<N> out;
  std::copy(guid.bytes.begin(), guid.bytes.end(), out.data.begin());
  return out;
}

template <std::size_t N>
Guid to_guid(const rosmsg::rmw_dds_common::Gid<N>& gid) {
  Guid out;
  std::copy_n(gid.data.begin(), out.bytes.size(), out.bytes.begin());
  return out;
}

// Message with gids of N bytes.
template <std::size_t N>
std::vector<std::byte> encode(const ParticipantNodes& participant) {
  rosmsg::rmw_dds_common::ParticipantEntitiesInfo<N> message;
  message.gid = to_gid<N>(participant.participant);
  for (const NodeEndpoints& node : participant.nodes) {
    auto& info = message.node_entities_info_seq.emplace_back();
    info.node_namespace = node.node_namespace;
    info.node_name = node.name;
    for (const Guid& guid : node.readers) info.reader_gid_seq.push_back(to_gid<N>(guid));
    for (const Guid& guid : node.writers) info.writer_gid_seq.push_back(to_gid<N>(guid));
  }
  return rosmsg::encode_cdr(message);
}

// Decodes with gids of N bytes; the sample must be consumed completely.
template <std::size_t N>
Result<ParticipantNodes> decode(Bytes payload) {
  rosmsg::rmw_dds_common::ParticipantEntitiesInfo<N> message;
  GS_TRY(const std::size_t used, rosmsg::decode_cdr_into(payload, message));
  if (used != payload.size()) {
    return fail(ErrorCode::invalid_data, "{} unused bytes after a discovery message with {}-byte gids",
                payload.size() - used, N);
  }
  ParticipantNodes out{.participant = to_guid(message.gid), .wide_gids = N == kWide};
  for (const auto& info : message.node_entities_info_seq) {
    NodeEndpoints& node = out.nodes.emplace_back(NodeEndpoints{info.node_namespace, info.node_name});
    for (const auto& gid : info.reader_gid_seq) node.readers.push_back(to_guid(gid));
    for (const auto& gid : info.writer_gid_seq) node.writers.push_back(to_guid(gid));
  }
  return out;
}

}  // namespace

std::vector<std::byte> encode_discovery_info(const ParticipantNodes& participant) {
  return participant.wide_gids ? encode<kWide>(participant) : encode<kNarrow>(participant);
}

Result<ParticipantNodes> decode_discovery_info(Bytes payload) {
  if (auto narrow = decode<kNarrow>(payload)) return narrow;
  return decode<kWide>(payload);
}

}  // namespace gs::ros2
