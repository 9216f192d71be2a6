// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Casts a whole LiDAR sweep against the ground and a fixed mesh. Made by make_sweep_caster() (sweep_factory.h); CPU and
// CUDA give the same returns except for rays that graze an edge.
//
//   GS_TRY(auto caster, make_sweep_caster(Backend::automatic, {.heightmap = map, .mesh = {vertices, triangles}}));
//   GS_CHECK(caster->cast({.directions = directions, .sensors = {&pose, 1}, .columns = 1800}, returns));
#pragma once

#include <span>
#include <string>

#include "gs/core/numbers/math.h"
#include "gs/core/result.h"
#include "gs/geometry/rigid.h"
#include "gs/raycast/api/ray.h"

namespace gs::raycast {

// One sweep; all spans are borrowed. Sensor poses are in the frame of the casters: map minus their rays_origin.
struct Sweep {
  std::span<const Vec3f> directions;  // [rings, columns], unit vectors in sensor axes
  std::span<const Rigid3d> sensors;  // one pose for all columns, or one per column if the sensor moves during the sweep
  int columns = 0;
  float max_distance = kFar;

  // True for at least one column, whole rings, and one pose or one per column.
  bool is_well_formed() const {
    const auto across = static_cast<std::size_t>(columns);
    return columns > 0 && directions.size() % across == 0 && (sensors.size() == 1 || sensors.size() == across);
  }
};

// Return of one ray.
struct SweepReturn {
  float distance = kFar;       // [m]; infinite: no hit
  float cos_incidence = 1.0f;  // |cosine| of the angle between ray and surface normal, 0..1
};

// Casts sweeps against a fixed scene; one thread at a time, buffers are reused between casts.
class SweepCaster {
 public:
  virtual ~SweepCaster() = default;
  virtual std::string name() const = 0;  // for example "cpu (8 threads)", "cuda (NVIDIA H200)"
  // Casts all rays; returns.size() == sweep.directions.size(). Errors: limit_exceeded, device_out_of_memory (CUDA
  // only).
  virtual Result<void> cast(const Sweep& sweep, std::span<SweepReturn> returns) = 0;
};

// Ray of one direction (sensor axes) in the frame of the casters.
GS_HD inline Ray sweep_ray(const Rigid3d& sensor, Vec3f direction, float max_distance) {
  return {cast<float>(sensor.translation), max_distance, cast<float>(sensor.rotation * cast<double>(direction)), 0.0f};
}

// Replaces `best` by a hit at `distance` if that is nearer.
GS_HD inline void keep_nearer(SweepReturn& best, float distance, Vec3f normal, Vec3f direction) {
  if (!(distance < best.distance)) return;
  best.distance = distance;
  best.cos_incidence = abs(dot(normal, direction));
}

}  // namespace gs::raycast
