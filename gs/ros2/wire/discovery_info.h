// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Message of ros_discovery_info: the nodes of a participant and their endpoints. Gids have 24 bytes in Humble and 16
// bytes from Iron on, under the same type name, so the size is detected from the sample.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/ros2/wire/guid.h"

namespace gs::ros2 {

// DDS topic and type of the message.
inline constexpr const char* kDiscoveryTopic = "ros_discovery_info";
inline constexpr const char* kDiscoveryType = "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_";

// A node and the GUIDs of its readers and writers.
struct NodeEndpoints {
  std::string node_namespace, name;
  std::vector<Guid> readers{}, writers{};
  friend bool operator==(const NodeEndpoints&, const NodeEndpoints&) = default;
};

// All nodes of one participant.
struct ParticipantNodes {
  Guid participant;
  std::vector<NodeEndpoints> nodes{};
  bool wide_gids = false;  // 24-byte gids
  friend bool operator==(const ParticipantNodes&, const ParticipantNodes&) = default;
};

// CDR payload of the message.
std::vector<std::byte> encode_discovery_info(const ParticipantNodes& participant);
// Decodes with the gid size that consumes the sample exactly; 16 bytes if both sizes do. Errors: those of decode_cdr;
// invalid_data.
Result<ParticipantNodes> decode_discovery_info(Bytes payload);

}  // namespace gs::ros2
