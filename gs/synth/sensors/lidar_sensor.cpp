// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/sensors/lidar_sensor.h"

#include <algorithm>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/synth/street/noise.h"

namespace gs::synth {
namespace {

// Number of parts in which a sweep is cast. Actors move in straight lines within a part; over half a period, turning
// cars and walking people deviate from them by less than a millimetre.
constexpr std::size_t kParts = 2;

// Return of a surface. intensity (0 to 255) is compensated for 1/r^2, relative to a white wall at short range; strength
// is not, and decides about detection.
struct Echo {
  float intensity, strength;
};
Echo echo_of(const Look& look, float cosine, float range_m) {
  const float returned =
      look.reflectance * (look.reflectance > 1.0f ? 0.7f + 0.3f * cosine : cosine) * std::exp(-0.003f * range_m);
  const float near = std::max(range_m, 4.0f);
  return {255.0f * std::min(1.0f, 0.85f * returned), returned * (110.0f * 110.0f) / (near * near)};
}

}  // namespace

LidarSensor::LidarSensor(LidarModel model) : model_(std::move(model)) {
  const auto columns = static_cast<std::size_t>(model_.columns);
  directions_.resize(model_.elevation_rad.size() * columns);
  for (std::size_t ring = 0; ring < model_.elevation_rad.size(); ++ring) {
    for (std::size_t column = 0; column < columns; ++column) {
      // Columns start at the back (azimuth pi) and run clockwise.
      const double azimuth =
          kPi - 2 * kPi * static_cast<double>(column) / static_cast<double>(columns) + model_.azimuth_offset_rad[ring];
      const double e = model_.elevation_rad[ring];
      directions_[ring * columns + column] =
          cast<float>(Vec3d{std::cos(e) * std::cos(azimuth), std::cos(e) * std::sin(azimuth), std::sin(e)});
    }
  }
}

Result<std::vector<LidarPoint>> LidarSensor::sweep(Scene& scene, double start_s,
                                                   const std::function<Rigid3d(double)>& map_from_lidar,
                                                   const LidarOptions& options, uint64_t sweep_seed) const {
  const auto columns = static_cast<std::size_t>(model_.columns);
  const std::size_t rings = model_.elevation_rad.size();
  const auto share_of = [&](std::size_t column) {
    return options.motion_distortion ? static_cast<double>(column) / static_cast<double>(columns) : 0.0;
  };
  // Sensor pose of every column.
  std::vector<Rigid3d> poses(columns);
  parallel_for(
      columns, [&](std::size_t c) { poses[c] = map_from_lidar(start_s + share_of(c) * model_.period_s); }, 32);

  std::vector<raycast::Ray> rays(rings * columns);
  std::vector<raycast::MeshHit> hits(rays.size());
  // Cast part by part; actors move in straight lines from the start of a part to its end.
  const std::size_t parts = options.motion_distortion ? kParts : 1;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t begin = columns * part / parts, end = columns * (part + 1) / parts;
    const double from = share_of(begin), length = options.motion_distortion ? share_of(end) - from : 0.0;
    GS_CHECK(scene.set_interval(start_s + from * model_.period_s, start_s + (from + length) * model_.period_s));
    std::vector<raycast::Ray> part_rays(rings * (end - begin));
    parallel_for(
        rings,
        [&](std::size_t ring) {
          for (std::size_t c = begin; c < end; ++c) {
            const std::size_t i = ring * columns + c;
            rays[i] = {.origin = cast<float>(poses[c].translation),
                       .max_distance = static_cast<float>(model_.max_range_m),
                       .direction = cast<float>(poses[c].rotation * cast<double>(directions_[i])),
                       .time = length > 0 ? static_cast<float>((share_of(c) - from) / length) : 0.0f};
            part_rays[ring * (end - begin) + c - begin] = rays[i];
          }
        },
        4);
    std::vector<raycast::MeshHit> part_hits(part_rays.size());
    scene.caster().cast({static_cast<int>(rings), static_cast<int>(end - begin)}, part_rays, part_hits);
    for (std::size_t ring = 0; ring < rings; ++ring) {
      std::copy_n(part_hits.begin() + static_cast<std::ptrdiff_t>(ring * (end - begin)), end - begin,
                  hits.begin() + static_cast<std::ptrdiff_t>(ring * columns + begin));
    }
  }

  // Measure every return in parallel, then remove the rays without one.
  std::vector<LidarPoint> all(rays.size());
  std::vector<uint8_t> kept(rays.size(), 0);
  parallel_for(
      columns,
      [&](std::size_t c) {
        for (std::size_t ring = 0; ring < rings; ++ring) {
          const std::size_t i = ring * columns + c, out = c * rings + ring;
          const raycast::MeshHit& hit = hits[i];
          if (!hit.found() || hit.distance < static_cast<float>(model_.min_range_m)) continue;
          // The texture is averaged over the beam, which widens with distance.
          const float cosine = std::fabs(dot(hit.normal, rays[i].direction));
          const Surface& surface = scene.surface_at(hit);
          const Look look = look_of(surface, scene.street().road, scene.uv_at(hit), 0.002f * hit.distance + 0.01f);
          const Echo echo = echo_of(look, cosine, hit.distance);
          Random random(sweep_seed, purpose("lidar"), i);
          // Weak returns are lost with a probability that grows as they get weaker.
          if (options.ray_drop && echo.strength < 0.05 + 0.25 * random.uniform()) continue;
          const double error = options.range_noise_m > 0 ? options.range_noise_m * random.normal() : 0.0;
          kept[out] = 1;
          all[out] = {.point = directions_[i] * static_cast<float>(double{hit.distance} + error),
                      .intensity = echo.intensity,
                      .ring = static_cast<uint16_t>(ring),
                      .time_s = static_cast<float>(share_of(c) * model_.period_s),
                      .range_error_m = static_cast<float>(error),
                      .instance = scene.instance_at(hit),
                      .material = surface.material,
                      .moves = scene.moves_at(hit)};
        }
      },
      32);
  std::size_t count = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (kept[i] != 0) all[count++] = all[i];
  }
  all.resize(count);
  return all;
}

}  // namespace gs::synth
