// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages between the nodes of the multi-process simulator. In each step, sim_clock publishes a tick on /clock;
// vehicle_dynamics answers with the motion of that step; world_state applies it and publishes the vehicle state; every
// node reports on /sim/step_done, and sim_clock sends the next tick after all reports. If a message is lost or a node
// restarts, sim_clock repeats its tick and the others repeat their last answer.
#pragma once

#include <optional>
#include <string>

#include "gs/ros2/node.h"
#include "gs/rosmsg/messages/gs_sim_msgs.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

// Topics and the QoS of the reader of reports.
inline constexpr const char* kClockTopic = "/clock";
inline constexpr const char* kMotionTopic = "/vehicle/motion";     // gs_sim_msgs/msg/PlanarMotion
inline constexpr const char* kEgoCoreTopic = "/vehicle/ego_core";  // gs_sim_msgs/msg/EgoCore
inline constexpr const char* kStepDoneTopic = "/sim/step_done";    // std_msgs/msg/Header: time and name of the node
inline constexpr const char* kPausedTopic = "/sim/paused";         // std_msgs/msg/Bool
inline constexpr ros2::Qos kStepDoneReader{.transient_local = true, .depth = 100};

// Identifies a step. `epoch` numbers the runs; a new one begins with every reset.
struct StepId {
  uint64_t epoch = 0, step = 0;
  friend bool operator==(const StepId&, const StepId&) = default;
};

// Identifies a world. path: argument of load_world, empty for the world with which every node was started. reads: how
// many times a bundle was read since the start.
struct WorldId {
  std::string path;
  uint64_t reads = 0;
  friend bool operator==(const WorldId&, const WorldId&) = default;
};

// Message of a planar motion at the end of a step.
rosmsg::gs_sim_msgs::PlanarMotion motion_message(const StepId& id, Timestamp stamp, const sim::PlanarState& motion);
// Message of the complete vehicle state, with the world to which it belongs.
rosmsg::gs_sim_msgs::EgoCore ego_core_message(const StepId& id, const sim::Simulator& simulator, const WorldId& world);
// Check messages of other processes, because any process may write to these topics. Empty if valid. Errors: numbers
// that are not finite or too large, an unknown gear, more than four wheels, a step or a time base that no clock can
// represent.
std::optional<sim::SimError> check_motion(const rosmsg::gs_sim_msgs::PlanarMotion& message);
std::optional<sim::SimError> check_ego_core(const rosmsg::gs_sim_msgs::EgoCore& message);
// Contents of valid messages.
StepId step_of(const rosmsg::gs_sim_msgs::PlanarMotion& message);
WorldId world_of(const rosmsg::gs_sim_msgs::EgoCore& message);
sim::PlanarState motion_of(const rosmsg::gs_sim_msgs::PlanarMotion& message);
sim::EgoCoreState ego_core_of(const rosmsg::gs_sim_msgs::EgoCore& message);

// Reports to sim_clock that this node has finished its part of a step.
class StepReport {
 public:
  // Creates the publisher of /sim/step_done.
  static Result<StepReport> create(ros2::Node& node);
  // Reports the step that ends at `stamp`.
  void done(Timestamp stamp);
  // Waits up to 1 s until sim_clock has received the reports.
  void flush();

 private:
  StepReport(std::string name, ros2::Publisher<rosmsg::std_msgs::Header> publisher)
      : name_(std::move(name)), publisher_(std::move(publisher)) {}
  std::string name_;
  ros2::Publisher<rosmsg::std_msgs::Header> publisher_;
};

// Writes notices to the node's log.
void log_notices(ros2::Node& node, const sim::Notices& notices);

}  // namespace gs::bridge
