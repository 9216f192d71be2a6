// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Service calls that change a run, as messages. They are recorded on /sim/events and applied again by a replay.
#pragma once

#include <optional>

#include "gs/core/result.h"
#include "gs/rosmsg/messages/gs_sim_msgs.h"
#include "gs/sim/simulator.h"

namespace gs::bridge {

// Topic of the recorded events.
inline constexpr const char* kEventsTopic = "/sim/events";

// Where an entity is wanted, from the fields of a message: pose in map, twist in the axes of the entity.
sim::WantedPlace wanted_place(const rosmsg::geometry_msgs::Pose& pose, const rosmsg::geometry_msgs::Twist& twist);

// Event of this kind at the current step, without its arguments.
rosmsg::gs_sim_msgs::SimulationEvent event_now(const sim::Simulator& simulator, uint8_t kind);

// True if the event moved the vehicle or loaded another world.
bool moves_vehicle(const rosmsg::gs_sim_msgs::SimulationEvent& event);

// True if the event moved the vehicle or an entity or changed the world, so that earlier observations are out of date.
bool changes_state(const rosmsg::gs_sim_msgs::SimulationEvent& event);

// Errors: unsupported for load_world, because a run that changes its world cannot be replayed.
Result<void> check_replayable(const rosmsg::gs_sim_msgs::SimulationEvent& event);

// Applies a recorded event, also those of entities. pause and resume do not affect the states of a run and are skipped;
// a reset does not read the bundle again. Errors: unsupported for load_world, invalid_data for a pose or an entity that
// is refused.
Result<void> apply_event(const rosmsg::gs_sim_msgs::SimulationEvent& event, sim::Simulator& simulator);

// A pose of base_link in map, received from outside. If `error` is empty the pose is valid and its rotation is
// normalised.
struct CheckedPose {
  Rigid3d map_from_base_link;
  std::optional<sim::SimError> error;
};
// Checks pose and speed [m/s] with sim::check_ego_pose.
CheckedPose check_pose(const rosmsg::geometry_msgs::Pose& pose, double speed, const sim::VehicleOptions& vehicle);

// Suffix for a service answer if the twist has non-zero fields that are not used; empty otherwise.
std::string unused_twist(const rosmsg::geometry_msgs::Twist& twist);

// True if all four components are zero, which means "start pose of the bundle" in ResetWorld.
bool is_zero(const rosmsg::geometry_msgs::Quaternion& orientation);

}  // namespace gs::bridge
