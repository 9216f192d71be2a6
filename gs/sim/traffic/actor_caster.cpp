// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/traffic/actor_caster.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/raycast/bvh_walk.h"

namespace gs::sim {
namespace {

constexpr std::size_t kColumnsAtOnce = 32;
// Margins around actors [m]: for the turn between two poses, and for the motion of sensor and actor during a block of
// columns.
constexpr double kColumnMargin = 0.02, kBlockMargin = 1.0;

// Reflectance at a hit, from the corners of its triangle.
float reflectance_at(const raycast::BvhHit& hit, std::span<const uint32_t> triangles, std::span<const float> values) {
  const uint32_t* const corner = triangles.data() + std::size_t{3} * hit.triangle;
  return (1 - hit.u - hit.v) * values[corner[0]] + hit.u * values[corner[1]] + hit.v * values[corner[2]];
}

// Where a point of an actor is, in map; linear between two poses.
Vec3d centre_at(const ActorMotion& motion, double share, Vec3d point) {
  const double place = std::clamp(share, 0.0, 1.0) * (ActorMotion::kPoses - 1);
  const auto i = std::min(static_cast<std::size_t>(place), ActorMotion::kPoses - 2);
  const Vec3d from = motion.map_from_actor[i] * point, to = motion.map_from_actor[i + 1] * point;
  return from + (to - from) * (place - static_cast<double>(i));
}

// Whether the rays of a column, which lie in one half-plane of the sensor frame, can meet a sphere around `centre` in
// the sensor frame. `ahead` is the direction of the half-plane; the azimuths of its rays differ by at most
// `spread_rad`.
bool may_meet(Vec2d ahead, double spread_rad, Vec3d centre, double radius) {
  const Vec2d flat{centre.x, centre.y};
  const double far = std::sqrt(dot(flat, flat)), reach = radius + far * spread_rad;
  return far <= reach || (dot(ahead, flat) > 0 && std::abs(cross(ahead, flat)) <= reach);
}

// An actor and one column of the sweep, in single precision.
struct View {
  std::size_t column;
  Mat3f actor_from_sensor;  // rotation
  Vec3f from;               // the sensor, in the frame of the actor
  Vec3f centre;             // of the sphere around the actor, in the sensor frame
  float far2;               // its squared distance
  float half_height;        // of the actor along the z axis of the sensor
};

View view_of(const Rigid3d& sensor_from_actor, Vec3d centre_in_actor, double radius, double half_height,
             std::size_t column) {
  const Rigid3d actor_from_sensor = sensor_from_actor.inverse();
  const Vec3d centre = sensor_from_actor * centre_in_actor, up = sensor_from_actor.rotation * Vec3d{0, 0, 1};
  View out{.column = column, .from = cast<float>(actor_from_sensor.translation), .centre = cast<float>(centre)};
  const Mat3d rotation = to_matrix(actor_from_sensor.rotation);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out.actor_from_sensor.m[i][j] = static_cast<float>(rotation.m[i][j]);
  }
  out.far2 = dot(out.centre, out.centre);
  out.half_height = static_cast<float>(1.001 * (half_height + radius * std::hypot(up.x, up.y)) + 1e-3);
  return out;
}

}  // namespace

Result<ActorCaster> ActorCaster::build(std::span<const world::ActorModel> models) {
  ActorCaster caster;
  for (const world::ActorModel& model : models) {
    Shape shape;
    GS_TRY(shape.bvh, raycast::Bvh::build({model.vertices, model.triangles}).with_context(model.asset.id));
    Vec3d low{1e30, 1e30, 1e30}, high = -low;
    for (const Vec3f& p : model.vertices) {
      low = {std::min<double>(low.x, p.x), std::min<double>(low.y, p.y), std::min<double>(low.z, p.z)};
      high = {std::max<double>(high.x, p.x), std::max<double>(high.y, p.y), std::max<double>(high.z, p.z)};
    }
    if (!model.vertices.empty())
      shape.centre = (low + high) * 0.5, shape.radius = 0.5 * norm(high - low),
      shape.half_height = 0.5 * (high.z - low.z);
    shape.triangles = model.triangles;
    shape.reflectance = model.reflectance;
    caster.shapes_.push_back(std::move(shape));
  }
  return caster;
}

// Casts the rays of columns [begin, end) against one actor. Columns that cannot meet it are left out first.
void ActorCaster::cast_columns(const raycast::Sweep& sweep, const SweepColumns& columns, const ActorMotion& motion,
                               std::size_t begin, std::size_t end, std::span<raycast::SweepReturn> returns,
                               std::span<float> reflectances) const {
  const Shape& shape = shapes_[motion.model];
  const auto sensor_of = [&](std::size_t column) -> const Rigid3d& {
    return sweep.sensors[sweep.sensors.size() > 1 ? column : 0];
  };
  const auto centre_in_sensor = [&](std::size_t column) {
    const Rigid3d& sensor = sensor_of(column);
    const Vec3d centre = centre_at(motion, columns.shares[column], shape.centre) - columns.origin;
    return sensor.rotation.conjugate() * (centre - sensor.translation);
  };
  // The whole block first, from its middle; the margin covers the motion of both during the block.
  const std::size_t middle = begin + (end - begin) / 2;
  const double half_block = std::max(std::abs(cross(columns.ahead[middle], columns.ahead[begin])),
                                     std::abs(cross(columns.ahead[middle], columns.ahead[end - 1])));
  if (!may_meet(columns.ahead[middle], columns.widest_offset_rad + half_block, centre_in_sensor(middle),
                shape.radius + kBlockMargin)) {
    return;
  }
  std::array<View, kColumnsAtOnce> views;
  std::size_t count = 0;
  for (std::size_t column = begin; column < end; ++column) {
    if (!may_meet(columns.ahead[column], columns.widest_offset_rad, centre_in_sensor(column),
                  shape.radius + kColumnMargin)) {
      continue;
    }
    Rigid3d actor = motion.at(columns.shares[column]);
    actor.translation = actor.translation - columns.origin;
    const Rigid3d sensor_from_actor = sensor_of(column).inverse() * actor;
    views[count++] = view_of(sensor_from_actor, shape.centre, shape.radius, shape.half_height, column);
  }
  if (count == 0) return;
  const auto reach2 = static_cast<float>(shape.radius * shape.radius * 1.001 + 1e-6);
  const auto across = static_cast<std::size_t>(sweep.columns);
  for (std::size_t row = 0; row < sweep.directions.size(); row += across) {
    for (std::size_t k = 0; k < count; ++k) {
      const View& view = views[k];
      const std::size_t i = row + view.column;
      const float along = dot(sweep.directions[i], view.centre);
      if (view.far2 - along * along > reach2 || (along < 0 && view.far2 > reach2)) continue;
      // The ray is inside the sphere only within one radius of its nearest point: it may pass above or below the actor.
      const float rise = sweep.directions[i].z, radius = static_cast<float>(shape.radius);
      if (std::abs(rise * along - view.centre.z) > view.half_height + radius * std::abs(rise)) continue;
      const raycast::Ray ray{.origin = view.from,
                             .max_distance = std::min(returns[i].distance, sweep.max_distance),
                             .direction = view.actor_from_sensor * sweep.directions[i]};
      const raycast::BvhHit hit = raycast::walk_bvh(shape.bvh.view(), ray);
      if (!(hit.distance < returns[i].distance)) continue;
      raycast::keep_nearer(returns[i], hit.distance, raycast::to_mesh_hit(hit).normal, ray.direction);
      if (!shape.reflectance.empty()) reflectances[i] = reflectance_at(hit, shape.triangles, shape.reflectance);
    }
  }
}

void ActorCaster::cast(const raycast::Sweep& sweep, const SweepColumns& columns, std::span<const ActorMotion> motions,
                       std::span<raycast::SweepReturn> returns, std::span<float> reflectances) const {
  GS_EXPECT(sweep.is_well_formed() && returns.size() == sweep.directions.size());
  const auto across = static_cast<std::size_t>(sweep.columns);
  parallel_blocks(across, kColumnsAtOnce, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (const ActorMotion& motion : motions) cast_columns(sweep, columns, motion, begin, end, returns, reflectances);
  });
}

}  // namespace gs::sim
