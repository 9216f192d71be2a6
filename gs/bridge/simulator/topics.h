// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Topics that the simulator publishes, with their QoS and rates.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gs/bridge/messages/observation_messages.h"
#include "gs/bridge/simulator/outbox.h"
#include "gs/ros2/node.h"

namespace gs::bridge {

// A publisher and the number of payloads that may wait for it.
struct Topic {
  std::shared_ptr<ros2::RawPublisher> publisher;  // shared with the payloads in the outbox
  std::size_t depth = 1;
};

// QoS and choice of topics.
struct TopicOptions {
  bool best_effort_sensors = false, best_effort_tf = false;
  // Publish /clock; publish /tf, /odom, /vehicle/state, /sim/status and /sim/world_info. False if other processes do.
  // Enabled sensors of the simulator are always published.
  bool clock = true, states = true;
  std::optional<sim::SensorOptions> sensors_elsewhere{};  // sensors of other processes, listed in /sim/world_info
};

// Publishers of all topics. publish() never waits for the network. Not thread-safe.
class Topics {
 public:
  // Creates the publishers and announces the world.
  static Result<std::unique_ptr<Topics>> create(ros2::Node& node, const sim::Simulator& simulator,
                                                const TopicOptions& options);

  // Creates the sensor topics and publishes /tf_static and /sim/world_info. Call it when another world was loaded.
  Result<void> announce_world(const sim::Simulator& simulator);
  // Message of /sim/world_info, including the sensors of other processes.
  rosmsg::gs_sim_msgs::WorldInfo world_info(const sim::Simulator& simulator) const;
  // Publishes all topics of an observation; /sim/status only when it is due.
  void publish(const sim::Simulator& simulator, const sim::Observation& now, const RunStatus& status);
  // Publishes /sim/status immediately, for example when the run is paused or resumed.
  void publish_status(const sim::Observation& now, Duration dt, RunStatus status);

 private:
  Topics(ros2::Node& node, const TopicOptions& options) : node_(node), options_(options) {}
  Result<void> make_states();
  Result<Topic> make(const std::string& name, const rosmsg::MessageType& type, const ros2::Qos& qos);
  Result<void> make_sensors(const sim::Simulator& simulator);
  Result<void> make_objects(const sim::Simulator& simulator);
  template <class M>
  void send(Outbox& outbox, const Topic& topic, const M& message);
  void publish_states(const sim::Simulator& simulator, const sim::Observation& now, const RunStatus& status);
  void publish_sensors(const sim::Simulator& simulator, const sim::Observation& now);

  ros2::Node& node_;
  TopicOptions options_;
  Topic clock_, tf_, tf_static_, odometry_, state_, status_, world_info_;
  Topic objects_, collisions_;  // without publisher in worlds that have no assets
  struct Camera {
    Topic image, info;
  };
  std::map<std::string, Camera> cameras_;
  std::map<std::string, Topic> lidars_;
  std::map<std::string, Topic> truth_;  // ground-truth images, by topic
  RunStatus gathered_;                  // notices since the last /sim/status
  uint64_t reported_drops_ = 0, reported_datagrams_ = 0;
  // Two sending threads, so that states never wait behind images.
  Outbox states_, sensors_;
};

}  // namespace gs::bridge
