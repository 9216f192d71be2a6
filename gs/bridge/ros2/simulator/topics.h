// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The topics the simulator publishes, with their QoS and rates.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gs/bridge/messages/observation_messages.h"
#include "gs/bridge/ros2/node.h"
#include "gs/bridge/ros2/simulator/outbox.h"

namespace gs::bridge {

struct Topic {
  std::shared_ptr<ros2::RawPublisher> publisher;  // shared with the payloads that wait for it
  std::size_t depth = 1;
};

struct TopicOptions {
  bool best_effort_sensors = false, best_effort_tf = false;
  // Which of them; sensors are those of the simulator. Off where other processes publish them.
  bool clock = true, states = true;
  std::optional<sim::SensorOptions> sensors_elsewhere{};  // published by other processes, for /sim/world_info
};

class Topics {
 public:
  static Result<std::unique_ptr<Topics>> create(ros2::Node& node, const sim::Simulator& simulator,
                                                const TopicOptions& options);

  // Once, and when another world is loaded: sensors, /tf_static and /sim/world_info.
  Result<void> announce_world(const sim::Simulator& simulator);
  // With the sensors of other processes.
  gs_sim_msgs::WorldInfo world_info(const sim::Simulator& simulator) const;
  void publish(const sim::Simulator& simulator, const sim::Observation& now, const RunStatus& status);
  // At once, whatever the rate: when the run is paused or goes on.
  void publish_status(const sim::Observation& now, Duration dt, RunStatus status);

 private:
  Topics(ros2::Node& node, const TopicOptions& options) : node_(node), options_(options) {}
  Result<void> make_states();
  Result<Topic> make(const std::string& name, const MessageType& type, const ros2::Qos& qos);
  Result<void> make_sensors(const sim::Simulator& simulator);
  template <class M>
  void send(Outbox& outbox, const Topic& topic, const M& message);
  void publish_states(const sim::Simulator& simulator, const sim::Observation& now, const RunStatus& status);
  void publish_sensors(const sim::Simulator& simulator, const sim::Observation& now);

  ros2::Node& node_;
  TopicOptions options_;
  Topic clock_, tf_, tf_static_, odometry_, state_, status_, world_info_;
  struct Camera {
    Topic image, info;
  };
  std::map<std::string, Camera> cameras_;
  std::map<std::string, Topic> lidars_;
  RunStatus gathered_;  // notices since the last status
  uint64_t reported_drops_ = 0, reported_datagrams_ = 0;
  // Two threads, so that a state never waits behind an image.
  Outbox states_, sensors_;
};

}  // namespace gs::bridge
