// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The message on ros_discovery_info: which nodes a participant holds, and which endpoints belong to them. Gids have 24
// bytes in Humble and 16 from Iron on under one type name, so the size is told from the sample itself.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gs/bridge/ros2/guid.h"
#include "gs/core/bytes.h"

namespace gs::ros2 {

inline constexpr const char* kDiscoveryTopic = "ros_discovery_info";
inline constexpr const char* kDiscoveryType = "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_";

struct NodeEndpoints {
  std::string node_namespace, name;
  std::vector<Guid> readers{}, writers{};
  friend bool operator==(const NodeEndpoints&, const NodeEndpoints&) = default;
};

struct ParticipantNodes {
  Guid participant;
  std::vector<NodeEndpoints> nodes{};
  bool wide_gids = false;
  friend bool operator==(const ParticipantNodes&, const ParticipantNodes&) = default;
};

std::vector<std::byte> encode_discovery_info(const ParticipantNodes& participant);
// Accepts the size that consumes the sample exactly; the narrow one where both do.
Result<ParticipantNodes> decode_discovery_info(Bytes payload);

}  // namespace gs::ros2
