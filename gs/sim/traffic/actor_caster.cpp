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

// Reflectance at a hit, from the corners of its triangle.
float reflectance_at(const raycast::BvhHit& hit, std::span<const uint32_t> triangles, std::span<const float> values) {
  const uint32_t* const corner = triangles.data() + std::size_t{3} * hit.triangle;
  return (1 - hit.u - hit.v) * values[corner[0]] + hit.u * values[corner[1]] + hit.v * values[corner[2]];
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
};

View view_of(const Rigid3d& actor_from_sensor, Vec3d centre, std::size_t column) {
  View out{.column = column, .from = cast<float>(actor_from_sensor.translation), .centre = cast<float>(centre)};
  const Mat3d rotation = to_matrix(actor_from_sensor.rotation);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out.actor_from_sensor.m[i][j] = static_cast<float>(rotation.m[i][j]);
  }
  out.far2 = dot(out.centre, out.centre);
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
    if (!model.vertices.empty()) shape.centre = (low + high) * 0.5, shape.radius = 0.5 * norm(high - low);
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
  // Centres are linear between the ends of the block; the margin covers the curve.
  constexpr double kMargin = 0.02;  // [m]
  const auto centre_at = [&](std::size_t column) {
    return motion.at(columns.shares[column]) * shape.centre - columns.origin;
  };
  const Vec3d first = centre_at(begin), last = centre_at(end - 1);
  std::array<View, kColumnsAtOnce> views;
  std::size_t count = 0;
  for (std::size_t column = begin; column < end; ++column) {
    const Rigid3d& sensor = sweep.sensors[sweep.sensors.size() > 1 ? column : 0];
    const double part =
        static_cast<double>(column - begin) / static_cast<double>(std::max<std::size_t>(1, end - begin - 1));
    const Vec3d near = sensor.rotation.conjugate() * (first + (last - first) * part - sensor.translation);
    if (!may_meet(columns.ahead[column], columns.widest_offset_rad, near, shape.radius + kMargin)) continue;
    Rigid3d actor = motion.at(columns.shares[column]);
    actor.translation = actor.translation - columns.origin;
    const Rigid3d sensor_from_actor = sensor.inverse() * actor;
    views[count++] = view_of(sensor_from_actor.inverse(), sensor_from_actor * shape.centre, column);
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
