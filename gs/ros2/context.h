// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Objects shared by the nodes of a process: the DDS participant, the graph, the threads for callbacks, and the
// announcement of which endpoint belongs to which node.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "gs/ros2/executor.h"
#include "gs/ros2/wire/participant.h"

namespace gs::ros2 {

// Discovery settings and security enclave of the participant.
struct ContextOptions {
  DiscoveryOptions discovery;
  std::string enclave = "/";
};

// Thread-safe.
class Context {
 public:
  // Joins the domain. The context is shared by its nodes and their endpoints, and lives until the last of them is
  // destroyed. Errors: network_error if no participant can be created.
  static Result<std::shared_ptr<Context>> create(const ContextOptions& options);
  ~Context();

  // Known nodes and endpoints of the domain; the participant; the threads for topic and for service callbacks.
  const Graph& graph() const { return graph_; }
  Participant& participant() { return *participant_; }
  Executor& topic_executor() { return topic_executor_; }
  Executor& service_executor() { return service_executor_; }

  using NodeId = uint64_t;
  // Change the announced nodes and their endpoints; every change is published on ros_discovery_info.
  NodeId add_node(const std::string& node_namespace, const std::string& name);
  void remove_node(NodeId node);
  void add_endpoint(NodeId node, EndpointInfo endpoint);
  void remove_endpoint(NodeId node, const Guid& endpoint);

 private:
  Context() = default;
  void announce();  // mutex_ must be held
  void receive_discovery();

  Graph graph_;
  Executor topic_executor_, service_executor_;
  std::unique_ptr<Participant> participant_;
  std::mutex mutex_;
  std::map<NodeId, NodeEndpoints> nodes_;
  NodeId next_node_ = 1;
  bool wide_gids_ = false;
  Executor::Id discovery_work_ = 0;
  std::unique_ptr<Writer> discovery_writer_;
  std::unique_ptr<Reader> discovery_reader_;
};

// Keeps an endpoint announced under its node for the lifetime of this object.
class Announcement {
 public:
  Announcement(std::shared_ptr<Context> context, Context::NodeId node, EndpointInfo endpoint);
  ~Announcement();
  Announcement(const Announcement&) = delete;
  Announcement& operator=(const Announcement&) = delete;

 private:
  std::shared_ptr<Context> context_;  // shared: see Context::create
  Context::NodeId node_;
  Guid guid_;
};

}  // namespace gs::ros2
