// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/vehicle/ego_state_core.h"

#include <cmath>

#include "gs/core/format.h"

namespace gs::sim {

EgoStateCore::EgoStateCore(const world::DrivableQuery& drivable, const GroundContact& ground,
                           const CollisionGrid* collision, const VehicleOptions& vehicle)
    : drivable_(drivable), ground_(ground), collision_(collision), vehicle_(vehicle) {}

Rigid3d EgoStateCore::pose() const {
  return sim::map_from_base_link(core_.planar.x, core_.planar.y, core_.planar.yaw, core_.stance);
}

world::EgoState EgoStateCore::state() const {
  const PlanarState& p = core_.planar;
  world::EgoState out;
  out.pose = world::to_ego_pose(pose(), stamp_);
  out.twist = {.vx = p.vx, .vy = p.vy, .vz = 0, .wx = 0, .wy = 0, .wz = p.yaw_rate};
  out.steering_angle = p.steering;
  out.speed = p.vx;
  return out;
}

void EgoStateCore::place(const Rigid3d& map_from_base_link, double speed, Timestamp stamp) {
  const Rpy rpy = to_rpy(map_from_base_link.rotation);
  core_ = {};
  core_.planar = {
      .x = map_from_base_link.translation.x, .y = map_from_base_link.translation.y, .yaw = rpy.yaw, .vx = speed};
  const Stance given{.z = map_from_base_link.translation.z, .pitch = rpy.pitch, .roll = rpy.roll};
  core_.stance = ground_.stance(core_.planar.x, core_.planar.y, rpy.yaw, vehicle_, given);
  stamp_ = stamp;
  Notices nobody_listens_yet;
  look_around(nobody_listens_yet);
}

void EgoStateCore::update(const PlanarState& next, double dt_s, Timestamp stamp, Notices& notices) {
  const PlanarState last = core_.planar;
  core_.planar = next;
  core_.stance = ground_.stance(next.x, next.y, next.yaw, vehicle_, core_.stance);
  // Acceleration in base_link, which rotates: a = dv/dt + w x v.
  core_.acceleration = {(next.vx - last.vx) / dt_s - next.yaw_rate * next.vy,
                        (next.vy - last.vy) / dt_s + next.yaw_rate * next.vx, 0};
  core_.steering_rate = (next.steering - last.steering) / dt_s;
  stamp_ = stamp;
  look_around(notices);
}

// Updates the flags off-road, ground unknown and collision; adds a notice for each that becomes true.
void EgoStateCore::look_around(Notices& notices) {
  const auto entering = [&](bool& flag, bool now) {
    const bool entered = now && !flag;
    flag = now;
    return entered;
  };
  const PlanarState& p = core_.planar;
  if (entering(core_.is_offroad, !drivable_.contains({p.x, p.y}))) {
    notices.push_back({NoticeLevel::warning,
                       format("[EgoStateCore] OFF_ROAD: left the drivable area at x={:.2f} y={:.2f}", p.x, p.y)});
  }
  if (entering(core_.ground_unknown, core_.stance.wheels_on_ground < 4)) {
    notices.push_back({NoticeLevel::warning,
                       format("[GroundContact] GROUND_UNKNOWN: {} of 4 wheels over known ground at x={:.2f} y={:.2f}",
                              core_.stance.wheels_on_ground, p.x, p.y)});
  }
  contact_ = collision_ != nullptr ? collision_->contact(collision_box(vehicle_), pose()) : std::nullopt;
  if (entering(core_.is_collision, contact_.has_value())) {
    notices.push_back(
        {NoticeLevel::warning,
         format("[EgoStateCore] COLLISION: the vehicle touches the static mesh at x={:.2f} y={:.2f}", p.x, p.y)});
  }
}

}  // namespace gs::sim
