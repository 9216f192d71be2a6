// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Service calls that change a run, as messages: recorded on /sim/events, and carried out again by a replay.
#pragma once

#include <optional>

#include "gs/core/result.h"
#include "gs/rosmsg/messages/gs_sim_msgs.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

inline constexpr const char* kEventsTopic = "/sim/events";

// An event at the present of the simulator, without its arguments.
gs_sim_msgs::SimulationEvent event_now(const sim::Simulator& simulator, uint8_t kind);

// Whether the event moved the car or changed its world: what was seen before is out of date.
bool changes_state(const gs_sim_msgs::SimulationEvent& event);

// Errors: unsupported for load_world: such a run cannot be replayed.
Result<void> check_replayable(const gs_sim_msgs::SimulationEvent& event);

// Carries out a recorded event. pause and resume change nothing about the states of a run and are left out; a reset
// does not read the bundle again. Errors: unsupported for load_world, invalid_data for a pose that is refused.
Result<void> apply_event(const gs_sim_msgs::SimulationEvent& event, sim::Simulator& simulator);

// A pose of base_link in map from outside. Nothing: may be taken (normalised). Checks as check_ego_pose does.
struct CheckedPose {
  Rigid3d map_from_base_link;
  std::optional<sim::SimError> error;
};
CheckedPose check_pose(const geometry_msgs::Pose& pose, double speed, const sim::VehicleOptions& vehicle);

// "; ..." when fields of the twist that are not used are not zero, otherwise empty.
std::string unused_twist(const geometry_msgs::Twist& twist);

// Whether an orientation is all zero, which means "the start of the bundle" in ResetWorld.
bool is_zero(const geometry_msgs::Quaternion& orientation);

}  // namespace gs::bridge
