// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/traffic/actor_caster.h"

#include <cmath>

#include "gs/core/parallel.h"
#include "gs/raycast/bvh_walk.h"

namespace gs::sim {
namespace {

constexpr std::size_t kColumnsAtOnce = 32;

// Reflectance at a hit, from the corners of its triangle.
float reflectance_at(const raycast::BvhHit& hit, std::span<const uint32_t> triangles, std::span<const float> values) {
  const uint32_t* const corner = triangles.data() + std::size_t{3} * hit.triangle;
  return (1 - hit.u - hit.v) * values[corner[0]] + hit.u * values[corner[1]] + hit.v * values[corner[2]];
}

// Whether the rays of a column, which lie in one half-plane of the sensor frame, can meet a sphere. Their azimuths
// differ from that of the column by at most `spread_rad`.
bool may_meet(double azimuth_rad, double spread_rad, Vec3d centre, double radius) {
  const double far = std::hypot(centre.x, centre.y), reach = radius + far * spread_rad;
  if (far <= reach) return true;
  const double c = std::cos(azimuth_rad), s = std::sin(azimuth_rad);
  return c * centre.x + s * centre.y > 0 && std::abs(c * centre.y - s * centre.x) <= reach;
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
    if (!model.vertices.empty()) shape.centre = (low + high) * 0.5, shape.radius = 0.5 * norm(high - low);
    shape.triangles = model.triangles;
    shape.reflectance = model.reflectance;
    caster.shapes_.push_back(std::move(shape));
  }
  return caster;
}

void ActorCaster::cast_column(const raycast::Sweep& sweep, const SweepColumns& columns, const ActorMotion& motion,
                              std::size_t column, std::span<raycast::SweepReturn> returns,
                              std::span<float> reflectances) const {
  const Shape& shape = shapes_[motion.model];
  Rigid3d actor = motion.at(columns.shares[column]);
  actor.translation = actor.translation - columns.origin;
  const Rigid3d& sensor = sweep.sensors[sweep.sensors.size() > 1 ? column : 0];
  const Rigid3d sensor_from_actor = sensor.inverse() * actor;
  const Vec3d centre = sensor_from_actor * shape.centre;
  if (!may_meet(columns.azimuths_rad[column], columns.widest_offset_rad, centre, shape.radius)) return;
  const Rigid3d actor_from_sensor = sensor_from_actor.inverse();
  const Vec3f near = gs::cast<float>(centre), from = gs::cast<float>(actor_from_sensor.translation);
  const auto reach2 = static_cast<float>(shape.radius * shape.radius * 1.001 + 1e-6);
  const float far2 = dot(near, near);
  const auto across = static_cast<std::size_t>(sweep.columns);
  for (std::size_t i = column; i < sweep.directions.size(); i += across) {
    const Vec3f direction = sweep.directions[i];
    const float along = dot(direction, near);
    if (far2 - along * along > reach2 || (along < 0 && far2 > reach2)) continue;
    const raycast::Ray ray{.origin = from,
                           .max_distance = std::min(returns[i].distance, sweep.max_distance),
                           .direction = gs::cast<float>(actor_from_sensor.rotation * gs::cast<double>(direction))};
    const raycast::BvhHit hit = raycast::walk_bvh(shape.bvh.view(), ray);
    if (!(hit.distance < returns[i].distance)) continue;
    raycast::keep_nearer(returns[i], hit.distance, raycast::to_mesh_hit(hit).normal, ray.direction);
    if (!shape.reflectance.empty()) reflectances[i] = reflectance_at(hit, shape.triangles, shape.reflectance);
  }
}

void ActorCaster::cast(const raycast::Sweep& sweep, const SweepColumns& columns, std::span<const ActorMotion> motions,
                       std::span<raycast::SweepReturn> returns, std::span<float> reflectances) const {
  GS_EXPECT(sweep.is_well_formed() && returns.size() == sweep.directions.size());
  const auto across = static_cast<std::size_t>(sweep.columns);
  parallel_blocks(across, kColumnsAtOnce, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (const ActorMotion& motion : motions) {
      for (std::size_t column = begin; column < end; ++column) {
        cast_column(sweep, columns, motion, column, returns, reflectances);
      }
    }
  });
}

}  // namespace gs::sim
