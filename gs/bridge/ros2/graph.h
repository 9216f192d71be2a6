// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What is known about the other participants of a domain: their endpoints (from discovery) and the nodes these belong
// to (from ros_discovery_info).
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "gs/bridge/ros2/discovery_info.h"
#include "gs/bridge/ros2/guid.h"
#include "gs/bridge/ros2/qos.h"

namespace gs::ros2 {

struct EndpointInfo {
  Guid guid;
  bool is_writer = false;
  std::string topic, type;  // of DDS
  Qos qos;                  // depth is not part of discovery
  std::map<std::string, std::string> user_data{};
};

struct NodeInfo {
  std::string node_namespace, name;
  std::vector<EndpointInfo> endpoints{};  // those known already
  std::string full_name() const;
};

// Thread safe.
class Graph {
 public:
  void add(EndpointInfo endpoint);
  void remove(const Guid& endpoint);
  void remove_participant(const Guid& any_of_it);
  void set_nodes(ParticipantNodes participant);

  std::vector<EndpointInfo> endpoints() const;
  std::vector<NodeInfo> nodes() const;  // by full name
  // "/ns/node"; empty when not known.
  std::string node_of(const Guid& endpoint) const;

 private:
  mutable std::mutex mutex_;
  std::map<Guid, EndpointInfo> endpoints_;
  std::map<Guid, ParticipantNodes> participants_;
};

// ROS names to types, sorted.
std::map<std::string, std::vector<std::string>> topics_of(const std::vector<EndpointInfo>& endpoints);
std::map<std::string, std::vector<std::string>> services_of(const std::vector<EndpointInfo>& endpoints);

}  // namespace gs::ros2
