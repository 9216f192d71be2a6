// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the nodes of a divided simulator say to each other. sim_clock ticks on /clock; vehicle_dynamics answers with the
// motion of that step; world_state takes it and shows the state of the car; every node reports on /sim/step_done, and
// the clock ticks again when all have. Whatever is lost or restarted, the clock repeats its tick and the others their
// last answer.
#pragma once

#include <optional>
#include <string>

#include "gs/bridge/ros2/node.h"
#include "gs/rosmsg/messages/gs_sim_msgs.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

inline constexpr const char* kClockTopic = "/clock";
inline constexpr const char* kMotionTopic = "/vehicle/motion";     // gs_sim_msgs/msg/PlanarMotion
inline constexpr const char* kEgoCoreTopic = "/vehicle/ego_core";  // gs_sim_msgs/msg/EgoCore
inline constexpr const char* kStepDoneTopic = "/sim/step_done";    // std_msgs/msg/Header: time and name of the node
inline constexpr const char* kPausedTopic = "/sim/paused";         // std_msgs/msg/Bool
inline constexpr ros2::Qos kStepDoneReader{.transient_local = true, .depth = 100};

// A run, from one reset to the next.
struct StepId {
  uint64_t epoch = 0, step = 0;
  friend bool operator==(const StepId&, const StepId&) = default;
};

// A world as the parts name it: what load_world was asked for (empty: the one every part was started with), and how
// often a bundle was read since the start.
struct WorldId {
  std::string path;
  uint64_t reads = 0;
  friend bool operator==(const WorldId&, const WorldId&) = default;
};

gs_sim_msgs::PlanarMotion motion_message(const StepId& id, Timestamp stamp, const sim::PlanarState& motion);
// The state of a simulator, in the world that the owner of the state has read.
gs_sim_msgs::EgoCore ego_core_message(const StepId& id, const sim::Simulator& simulator, const WorldId& world);
// What is wrong with a message of another process, or nothing: numbers that are not finite or beyond any world, an
// unknown gear, more than four wheels, a step or a time base that no clock can count. Anyone may write to these topics.
std::optional<sim::SimError> check_motion(const gs_sim_msgs::PlanarMotion& message);
std::optional<sim::SimError> check_ego_core(const gs_sim_msgs::EgoCore& message);
StepId step_of(const gs_sim_msgs::PlanarMotion& message);
WorldId world_of(const gs_sim_msgs::EgoCore& message);
sim::PlanarState motion_of(const gs_sim_msgs::PlanarMotion& message);
sim::EgoCoreState ego_core_of(const gs_sim_msgs::EgoCore& message);

// Tells the clock that this node has done its part of a step.
class StepReport {
 public:
  static Result<StepReport> create(ros2::Node& node);
  void done(Timestamp stamp);
  // Waits until the clock knows.
  void flush();

 private:
  StepReport(std::string name, ros2::Publisher<std_msgs::Header> publisher)
      : name_(std::move(name)), publisher_(std::move(publisher)) {}
  std::string name_;
  ros2::Publisher<std_msgs::Header> publisher_;
};

// What a component has to say reaches /rosout.
void log_notices(ros2::Node& node, const sim::Notices& notices);

}  // namespace gs::bridge
