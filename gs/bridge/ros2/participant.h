// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One DDS participant: the presence of a process in a ROS 2 domain. Everything that knows Fast DDS lies behind this.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "gs/bridge/ros2/endpoint.h"
#include "gs/bridge/ros2/environment.h"
#include "gs/bridge/ros2/graph.h"

namespace gs::rtps {
struct FilterCounts;  // gs/rtps/rules.h
}

namespace gs::ros2 {

class Participant {
 public:
  // What discovery finds goes to graph, which must outlive the participant.
  static Result<std::unique_ptr<Participant>> create(const DiscoveryOptions& options, std::string_view enclave,
                                                     Graph& graph);
  ~Participant();

  const Guid& guid() const;
  // Returns how many received datagrams, or parts of them, were kept from Fast DDS, by rule.
  gs::rtps::FilterCounts dropped_datagrams() const;
  Result<std::unique_ptr<Writer>> create_writer(const EndpointOptions& options);
  // on_data is called on a thread of DDS whenever samples wait; it must not block.
  Result<std::unique_ptr<Reader>> create_reader(const EndpointOptions& options, std::function<void()> on_data);

 private:
  struct Impl;
  explicit Participant(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace gs::ros2
