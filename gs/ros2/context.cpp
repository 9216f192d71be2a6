// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/ros2/context.h"

#include <algorithm>

namespace gs::ros2 {

Result<std::shared_ptr<Context>> Context::create(const ContextOptions& options) {
  std::shared_ptr<Context> out(new Context);
  out->wide_gids_ = options.discovery.wide_gids;
  GS_TRY(out->participant_, Participant::create(options.discovery, options.enclave, out->graph_));
  // 1. The discovery topic of ROS 2 (ros_discovery_info) tells which endpoints belong to which node. The reader only
  // wakes the executor: middleware threads must not run our code for long.
  Context* self = out.get();
  self->discovery_work_ = self->topic_executor_.add([self] { self->receive_discovery(); });
  EndpointOptions endpoint{.topic = kDiscoveryTopic, .type = kDiscoveryType, .qos = qos::kDiscoveryReader};
  GS_TRY(auto reader,
         self->participant_->create_reader(endpoint, [self] { self->topic_executor_.wake(self->discovery_work_); }));
  endpoint.qos = qos::kDiscoveryWriter;
  GS_TRY(auto writer, self->participant_->create_writer(endpoint));
  {
    // 2. Announce this participant. Under the lock, because the executor may already be reading.
    const std::lock_guard lock(self->mutex_);
    self->discovery_reader_ = std::move(reader);
    self->discovery_writer_ = std::move(writer);
    self->announce();
  }
  self->topic_executor_.wake(self->discovery_work_);
  return out;
}

Context::~Context() {
  // The work goes first: it uses the reader, and both endpoints use the participant.
  topic_executor_.remove(discovery_work_);
  discovery_reader_.reset();
  discovery_writer_.reset();
  participant_.reset();
}

void Context::receive_discovery() {
  // take() runs without the lock, so that nodes can be added meanwhile; the reader lives until the destructor.
  Reader* reader = nullptr;
  {
    const std::lock_guard lock(mutex_);
    reader = discovery_reader_.get();
  }
  if (reader == nullptr) return;
  while (const auto sample = reader->take()) {
    auto nodes = decode_discovery_info(sample->payload);
    // Any process may write to this topic: messages that do not parse, or describe another participant than their
    // sender, are ignored.
    if (!nodes || !nodes->participant.same_participant(sample->id.writer)) continue;
    if (nodes->participant.same_participant(participant_->guid())) continue;
    const bool wide = nodes->wide_gids;
    graph_.set_nodes(*std::move(nodes));
    const std::lock_guard lock(mutex_);
    if (!wide || wide_gids_) continue;
    wide_gids_ = true;  // a Humble peer cannot read 16-byte gids
    announce();
  }
}

void Context::announce() {
  ParticipantNodes self{.participant = participant_->guid(), .wide_gids = wide_gids_};
  for (const auto& [id, node] : nodes_) self.nodes.push_back(node);
  if (discovery_writer_ != nullptr) {
    // A failure is harmless: the next change sends the whole state again.
    [[maybe_unused]] const auto written = discovery_writer_->write(encode_discovery_info(self));
  }
  graph_.set_nodes(std::move(self));
}

Context::NodeId Context::add_node(const std::string& node_namespace, const std::string& name) {
  const std::lock_guard lock(mutex_);
  nodes_.emplace(next_node_, NodeEndpoints{node_namespace, name});
  announce();
  return next_node_++;
}

void Context::remove_node(NodeId node) {
  const std::lock_guard lock(mutex_);
  nodes_.erase(node);
  announce();
}

void Context::add_endpoint(NodeId node, EndpointInfo endpoint) {
  const std::lock_guard lock(mutex_);
  const auto found = nodes_.find(node);
  if (found == nodes_.end()) return;
  (endpoint.is_writer ? found->second.writers : found->second.readers).push_back(endpoint.guid);
  graph_.add(std::move(endpoint));
  announce();
}

void Context::remove_endpoint(NodeId node, const Guid& endpoint) {
  const std::lock_guard lock(mutex_);
  graph_.remove(endpoint);
  const auto found = nodes_.find(node);
  if (found == nodes_.end()) return;
  std::erase(found->second.writers, endpoint);
  std::erase(found->second.readers, endpoint);
  announce();
}

Announcement::Announcement(std::shared_ptr<Context> context, Context::NodeId node, EndpointInfo endpoint)
    : context_(std::move(context)), node_(node), guid_(endpoint.guid) {
  context_->add_endpoint(node_, std::move(endpoint));
}

Announcement::~Announcement() { context_->remove_endpoint(node_, guid_); }

}  // namespace gs::ros2
