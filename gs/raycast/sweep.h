// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A whole LiDAR sweep against the ground and a fixed mesh at once. Made by make_sweep_caster() (sweep_factory.h); the
// CPU and CUDA give the same returns, up to rays that graze an edge.
//
//   GS_TRY(auto caster, make_sweep_caster(Backend::automatic, {.heightmap = map, .mesh = {vertices, triangles}}));
//   GS_CHECK(caster->cast({.directions = directions, .sensors = {&pose, 1}, .columns = 1800}, returns));
#pragma once

#include <span>
#include <string>

#include "gs/core/math.h"
#include "gs/core/result.h"
#include "gs/geometry/rigid.h"
#include "gs/raycast/ray.h"

namespace gs {

// Borrowed. Sensors are poses in the frame of the casters: map minus their rays_origin.
struct Sweep {
  std::span<const Vec3f> directions;  // [rings, columns], unit, in the sensor
  std::span<const Rigid3d> sensors;   // one for all columns, or one a column: the sensor moves while it turns
  int columns = 0;
  float max_distance = kFar;

  // At least one column, whole rings, one pose or one a column.
  bool is_well_formed() const {
    const auto across = static_cast<std::size_t>(columns);
    return columns > 0 && directions.size() % across == 0 && (sensors.size() == 1 || sensors.size() == across);
  }
};

struct SweepReturn {
  float distance = kFar;       // infinity: nothing was hit
  float cos_incidence = 1.0f;  // between the ray and the surface's normal, 0..1
};

class SweepCaster {
 public:
  virtual ~SweepCaster() = default;
  virtual std::string name() const = 0;  // "cpu (8 threads)", "cuda (NVIDIA H200)"
  // returns.size() == sweep.directions.size(). Belongs to one thread; keeps its buffers between casts.
  virtual Result<void> cast(const Sweep& sweep, std::span<SweepReturn> returns) = 0;
};

GS_HD inline Ray sweep_ray(const Rigid3d& sensor, Vec3f direction, float max_distance) {
  return {cast<float>(sensor.translation), max_distance, cast<float>(sensor.rotation * cast<double>(direction)), 0.0f};
}

GS_HD inline void keep_nearer(SweepReturn& best, float distance, Vec3f normal, Vec3f direction) {
  if (!(distance < best.distance)) return;
  best.distance = distance;
  best.cos_incidence = abs(dot(normal, direction));
}

}  // namespace gs
