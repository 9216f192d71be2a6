// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Known participants of a domain: their endpoints (from DDS discovery) and the nodes to which these belong (from
// ros_discovery_info).
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "gs/ros2/wire/discovery_info.h"
#include "gs/ros2/wire/guid.h"
#include "gs/ros2/wire/qos.h"

namespace gs::ros2 {

// A reader or writer of the domain.
struct EndpointInfo {
  Guid guid;
  bool is_writer = false;
  std::string topic, type;  // DDS names
  Qos qos;                  // without depth, which discovery does not transmit
  std::map<std::string, std::string> user_data{};
};

// A node and its endpoints.
struct NodeInfo {
  std::string node_namespace, name;
  std::vector<EndpointInfo> endpoints{};  // only those already discovered
  std::string full_name() const;          // "/ns/node"
};

// The graph as this process knows it. Thread-safe.
class Graph {
 public:
  // Updates from discovery. remove_participant removes all endpoints and nodes of the participant of any given GUID.
  void add(EndpointInfo endpoint);
  void remove(const Guid& endpoint);
  void remove_participant(const Guid& any_of_it);
  void set_nodes(ParticipantNodes participant);

  // Copies of the current state; nodes are sorted by full name.
  std::vector<EndpointInfo> endpoints() const;
  std::vector<NodeInfo> nodes() const;
  // Full name "/ns/node" of the node that owns an endpoint; empty if unknown.
  std::string node_of(const Guid& endpoint) const;

 private:
  mutable std::mutex mutex_;
  std::map<Guid, EndpointInfo> endpoints_;
  std::map<Guid, ParticipantNodes> participants_;
};

// ROS names of the topics, and of the services that have a server, with their types; sorted by name.
std::map<std::string, std::vector<std::string>> topics_of(const std::vector<EndpointInfo>& endpoints);
std::map<std::string, std::vector<std::string>> services_of(const std::vector<EndpointInfo>& endpoints);

}  // namespace gs::ros2
