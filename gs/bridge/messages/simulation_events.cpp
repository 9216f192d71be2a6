// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/messages/simulation_events.h"

#include "gs/core/format.h"
#include "gs/rosmsg/geometry.h"

namespace gs::bridge {

using rosmsg::gs_sim_msgs::SimulationEvent;

SimulationEvent event_now(const sim::Simulator& simulator, uint8_t kind) {
  SimulationEvent out;
  out.header = {.stamp = simulator.clock().now(), .frame_id = simulator.options().frames.map};
  out.step = simulator.clock().step();
  out.kind = kind;
  return out;
}

sim::WantedPlace wanted_place(const rosmsg::geometry_msgs::Pose& pose, const rosmsg::geometry_msgs::Twist& twist) {
  const auto& q = pose.orientation;
  return {.map_from_actor = {{q.x, q.y, q.z, q.w}, rosmsg::to_vec(pose.position)},
          .speed = twist.linear.x,
          .yaw_rate = twist.angular.z};
}

bool moves_vehicle(const SimulationEvent& event) {
  return event.kind == SimulationEvent::KIND_RESET || event.kind == SimulationEvent::KIND_SET_EGO_POSE ||
         event.kind == SimulationEvent::KIND_LOAD_WORLD;
}

bool changes_state(const SimulationEvent& event) {
  return event.kind != SimulationEvent::KIND_PAUSE && event.kind != SimulationEvent::KIND_RESUME;
}

CheckedPose check_pose(const rosmsg::geometry_msgs::Pose& pose, double speed, const sim::VehicleOptions& vehicle) {
  const auto& q = pose.orientation;
  CheckedPose out{.map_from_base_link = {{q.x, q.y, q.z, q.w}, rosmsg::to_vec(pose.position)}, .error = std::nullopt};
  out.error = sim::check_ego_pose(out.map_from_base_link, speed, vehicle);
  if (!out.error) out.map_from_base_link.rotation = normalized(out.map_from_base_link.rotation);
  return out;
}

std::string unused_twist(const rosmsg::geometry_msgs::Twist& twist) {
  const bool all_zero = twist.linear.y == 0 && twist.linear.z == 0 && twist.angular.x == 0 && twist.angular.y == 0 &&
                        twist.angular.z == 0;
  return all_zero ? "" : "; only linear.x of the twist is used";
}

bool is_zero(const rosmsg::geometry_msgs::Quaternion& q) { return q.x == 0 && q.y == 0 && q.z == 0 && q.w == 0; }

Result<void> check_replayable(const SimulationEvent& event) {
  if (event.kind != SimulationEvent::KIND_LOAD_WORLD) return {};
  return fail(ErrorCode::unsupported, "the run loaded the world {} at step {}: such a run cannot be replayed",
              event.world_bundle_path, event.step)
      .with_hint("record each world in a run of its own");
}

// Carries out the kinds of events that are about entities.
Result<void> apply_to_entities(const SimulationEvent& event, sim::Simulator& simulator) {
  const sim::WantedPlace wanted = wanted_place(event.pose, event.twist);
  if (event.kind == SimulationEvent::KIND_SPAWN_ENTITY)
    GS_CHECK(simulator.spawn_actor(event.resource, event.entity, false, wanted));
  if (event.kind == SimulationEvent::KIND_DELETE_ENTITY) GS_CHECK(simulator.delete_actor(event.entity));
  if (event.kind == SimulationEvent::KIND_SET_ENTITY_STATE) GS_CHECK(simulator.place_actor(event.entity, wanted));
  if (event.kind == SimulationEvent::KIND_RESET_ENTITIES) simulator.reset_actors();
  return {};
}

Result<void> apply_event(const SimulationEvent& event, sim::Simulator& simulator) {
  const auto refused = [&](const sim::SimError& error) {
    return fail(ErrorCode::invalid_data, "event at step {}: {}", event.step, to_string(error));
  };
  // Placements, resets and entities change the state; other kinds are skipped.
  GS_CHECK(check_replayable(event));
  GS_CHECK(apply_to_entities(event, simulator).with_context(format("event at step {}", event.step)));
  if (event.kind == SimulationEvent::KIND_SET_EGO_POSE) {
    const auto& q = event.pose.orientation;
    const Rigid3d pose{{q.x, q.y, q.z, q.w}, rosmsg::to_vec(event.pose.position)};
    if (const auto error = simulator.set_ego_pose(pose, event.twist.linear.x)) return refused(*error);
  }
  if (event.kind == SimulationEvent::KIND_RESET) {
    std::optional<Rigid3d> start;
    if (event.has_pose) {
      const CheckedPose checked = check_pose(event.pose, 0, simulator.options().vehicle);
      if (checked.error) return refused(*checked.error);
      start = checked.map_from_base_link;
    }
    simulator.reset(start, event.reset_time);
  }
  return {};
}

}  // namespace gs::bridge
