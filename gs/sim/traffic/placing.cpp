// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/traffic/placing.h"

#include <algorithm>
#include <cmath>

#include "gs/core/format.h"

namespace gs::sim {
namespace {

constexpr double kBeyondExtent = 50;              // [m]
constexpr double kOffGround = 0.5;                // [m]
constexpr double kClearance = 0.15;               // [m] below it, the mesh is road
constexpr double kMaxSpeed = 100, kMaxTurn = 10;  // [m/s], [rad/s]

// The box of an actor from `floor` above the ground to its top.
Box box_of(Vec3d size, double floor) {
  const double half = 0.5 * std::max(size.z - floor, 0.01);
  return {.centre = {0, 0, floor + half}, .half_extent = {0.5 * size.x, 0.5 * size.y, half}};
}

bool has_extent(const world::SpatialExtent& e) { return e.max.x > e.min.x && e.max.y > e.min.y; }

// All comparisons are written so that NaN fails the check.
Result<void> check_values(const WantedPlace& wanted, const world::SpatialExtent& extent) {
  const Vec3d& p = wanted.map_from_actor.translation;
  if (!(std::abs(norm(wanted.map_from_actor.rotation) - 1) <= 1e-3)) {
    return fail(ErrorCode::invalid_data, "the quaternion has the norm {}, it must be 1 +- 0.001",
                norm(wanted.map_from_actor.rotation));
  }
  if (!(std::abs(wanted.speed) <= kMaxSpeed) || !(std::abs(wanted.yaw_rate) <= kMaxTurn)) {
    return fail(ErrorCode::invalid_data, "speed {} m/s and yaw rate {} rad/s must be within +-{} and +-{}",
                wanted.speed, wanted.yaw_rate, kMaxSpeed, kMaxTurn);
  }
  const auto within = [](double value, double low, double high) {
    return value >= low - kBeyondExtent && value <= high + kBeyondExtent;
  };
  const bool inside = has_extent(extent)
                          ? within(p.x, extent.min.x, extent.max.x) && within(p.y, extent.min.y, extent.max.y)
                          : std::abs(p.x) <= 1e7 && std::abs(p.y) <= 1e7;
  if (inside && std::abs(p.z) <= 1e5) return {};
  return fail(ErrorCode::invalid_data, "position x={} y={} z={} is more than {} m outside of the world", p.x, p.y, p.z,
              kBeyondExtent);
}

}  // namespace

Result<Placement> check_place(const Surroundings& around, Vec3d size, const WantedPlace& wanted, Timestamp now,
                              std::optional<uint32_t> self) {
  GS_CHECK(check_values(wanted, around.world.bundle.metadata.spatial_extent));
  Placement out{.since = now,
                .position = wanted.map_from_actor.translation,
                .yaw = to_rpy(normalized(wanted.map_from_actor.rotation)).yaw,
                .speed = wanted.speed,
                .yaw_rate = wanted.yaw_rate};
  const Rigid3d pose = around.traffic.standing(out.position, out.yaw, size);
  const double above = out.position.z - pose.translation.z;
  if (std::abs(above) > kOffGround) {
    return fail(ErrorCode::invalid_data, "z={:.2f} is {:.2f} m {} the ground at x={:.2f} y={:.2f}", out.position.z,
                std::abs(above), above < 0 ? "below" : "above", out.position.x, out.position.y)
        .with_hint(format("give z={:.2f}", pose.translation.z));
  }
  out.position.z = pose.translation.z;
  const auto refused = [&](std::string_view what) {
    return fail(ErrorCode::invalid_data, "at x={:.2f} y={:.2f} the actor would touch {}", out.position.x,
                out.position.y, what);
  };
  if (around.mesh != nullptr && around.mesh->hits(box_of(size, kClearance), pose)) return refused("the static mesh");
  if (contact_of(around.ego_box, around.map_from_ego, box_of(size, 0), pose)) return refused("the ego vehicle");
  for (const ActorState& state : around.traffic.states()) {
    const Actor& other = around.traffic.actors()[state.actor];
    if (state.actor == self) continue;
    if (contact_of(box_of(around.traffic.asset_of(other).size, 0), state.map_from_actor, box_of(size, 0), pose))
      return refused("actor " + other.name);
  }
  return out;
}

Result<std::string> name_for_actor(const Traffic& traffic, std::string_view wanted, std::string_view asset,
                                   bool may_rename) {
  constexpr std::size_t kLongest = 64;
  const bool valid = !wanted.empty() && wanted.size() <= kLongest &&
                     std::all_of(wanted.begin(), wanted.end(),
                                 [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
  if (!valid && !(wanted.empty() && may_rename)) {
    return fail(ErrorCode::invalid_argument, "'{}' is no name: 1 to {} lower case letters, digits and '_'", wanted,
                kLongest);
  }
  const auto taken = [&](std::string_view name) { return name == kEgoName || traffic.find(name); };
  if (valid && !taken(wanted)) return std::string(wanted);
  if (!may_rename) return fail(ErrorCode::already_exists, "there is already an entity '{}'", wanted);
  const std::string_view stem = (valid ? wanted : asset).substr(0, kLongest - 6);
  for (int number = 1;; ++number) {
    std::string name = format("{}_{}", stem, number);
    if (!taken(name)) return name;
  }
}

}  // namespace gs::sim
