// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Implementation of ROS2Bridge; private to this folder. Members belong to the stepping thread unless stated otherwise.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "gs/bridge/services/run_services.h"
#include "gs/bridge/simulator/ros2_bridge.h"
#include "gs/bridge/simulator/topics.h"
#include "gs/ros2/node.h"

namespace gs::bridge {

// All state of the bridge: the endpoints of the node, and what they carry.
struct ROS2Bridge::Impl {
  Impl(sim::Simulator& s, Ros2BridgeOptions o) : simulator(s), options(std::move(o)) {}
  ~Impl();

  // Create node, parameters, topics and services, in this order.
  Result<void> start(Load load);
  Result<void> declare_parameters();
  Result<void> subscribe_control();
  void make_run(Load load);
  void publish_status();  // publishes /sim/status immediately

  sim::Simulator& simulator;
  Ros2BridgeOptions options;
  std::shared_ptr<ros2::Context> context;  // shared with the node
  std::unique_ptr<ros2::Node> node;
  std::unique_ptr<RunServices> run;
  std::unique_ptr<Topics> topics;
  std::unique_ptr<ros2::Subscription> control;
  std::vector<std::unique_ptr<ros2::Service>> services;
};

}  // namespace gs::bridge
