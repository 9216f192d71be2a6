// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the nodes of one process share: a participant, the graph, the threads callbacks run on, and the announcement of
// which endpoint belongs to which node.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "gs/bridge/ros2/executor.h"
#include "gs/bridge/ros2/participant.h"

namespace gs::ros2 {

struct ContextOptions {
  DiscoveryOptions discovery;
  std::string enclave = "/";
};

class Context {
 public:
  // Shared by the nodes made with it and everything these made.
  static Result<std::shared_ptr<Context>> create(const ContextOptions& options);
  ~Context();

  const Graph& graph() const { return graph_; }
  Participant& participant() { return *participant_; }
  Executor& topic_executor() { return topic_executor_; }
  Executor& service_executor() { return service_executor_; }

  using NodeId = uint64_t;
  NodeId add_node(const std::string& node_namespace, const std::string& name);
  void remove_node(NodeId node);
  void add_endpoint(NodeId node, EndpointInfo endpoint);
  void remove_endpoint(NodeId node, const Guid& endpoint);

 private:
  Context() = default;
  void announce();  // mutex_ is held
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

// Keeps an endpoint announced as long as it lives.
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
