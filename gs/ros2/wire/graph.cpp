// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/wire/graph.h"

#include <algorithm>

#include "gs/ros2/wire/names.h"

namespace gs::ros2 {
namespace {

using NameTypes = std::map<std::string, std::vector<std::string>>;

// Adds a type to a name unless it is already listed.
void insert(NameTypes& names, const std::string& name, const std::string& type) {
  std::vector<std::string>& types = names[name];
  if (std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
}

}  // namespace

std::string NodeInfo::full_name() const { return join_name(node_namespace, name); }

void Graph::add(EndpointInfo endpoint) {
  const std::lock_guard lock(mutex_);
  endpoints_.insert_or_assign(endpoint.guid, std::move(endpoint));
}

void Graph::remove(const Guid& endpoint) {
  const std::lock_guard lock(mutex_);
  endpoints_.erase(endpoint);
}

void Graph::remove_participant(const Guid& any_of_it) {
  const std::lock_guard lock(mutex_);
  std::erase_if(endpoints_, [&](const auto& e) { return e.first.same_participant(any_of_it); });
  std::erase_if(participants_, [&](const auto& p) { return p.first.same_participant(any_of_it); });
}

void Graph::set_nodes(ParticipantNodes participant) {
  const std::lock_guard lock(mutex_);
  const Guid guid = participant.participant;
  participants_.insert_or_assign(guid, std::move(participant));
}

std::vector<EndpointInfo> Graph::endpoints() const {
  const std::lock_guard lock(mutex_);
  std::vector<EndpointInfo> out;
  for (const auto& [guid, endpoint] : endpoints_) out.push_back(endpoint);
  return out;
}

std::vector<NodeInfo> Graph::nodes() const {
  const std::lock_guard lock(mutex_);
  std::vector<NodeInfo> out;
  for (const auto& [guid, participant] : participants_) {
    for (const NodeEndpoints& node : participant.nodes) {
      // Endpoints that discovery has not reported yet are left out.
      NodeInfo info{.node_namespace = node.node_namespace, .name = node.name};
      for (const auto* guids : {&node.writers, &node.readers}) {
        for (const Guid& endpoint : *guids) {
          if (const auto found = endpoints_.find(endpoint); found != endpoints_.end())
            info.endpoints.push_back(found->second);
        }
      }
      out.push_back(std::move(info));
    }
  }
  std::sort(out.begin(), out.end(), [](const NodeInfo& a, const NodeInfo& b) { return a.full_name() < b.full_name(); });
  return out;
}

std::string Graph::node_of(const Guid& endpoint) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [guid, participant] : participants_) {
    for (const NodeEndpoints& node : participant.nodes) {
      for (const auto* guids : {&node.writers, &node.readers}) {
        if (std::find(guids->begin(), guids->end(), endpoint) != guids->end())
          return join_name(node.node_namespace, node.name);
      }
    }
  }
  return {};
}

NameTypes topics_of(const std::vector<EndpointInfo>& endpoints) {
  NameTypes out;
  for (const EndpointInfo& endpoint : endpoints) {
    const auto name = ros_name(endpoint.topic);
    const auto type = ros_type(endpoint.type);
    if (name && type && name->kind == RosNameKind::topic) insert(out, name->name, *type);
  }
  return out;
}

NameTypes services_of(const std::vector<EndpointInfo>& endpoints) {
  NameTypes out;
  for (const EndpointInfo& endpoint : endpoints) {
    const auto name = ros_name(endpoint.topic);
    const auto type = ros_type(endpoint.type);
    // Only a server reads requests; a client alone does not make a service.
    if (name && type && name->kind == RosNameKind::service_request && !endpoint.is_writer)
      insert(out, name->name, service_type(*type));
  }
  return out;
}

}  // namespace gs::ros2
