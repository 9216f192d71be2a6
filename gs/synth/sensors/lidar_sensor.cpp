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
  fired_.resize(directions_.size());
  for (std::size_t ring = 0; ring < model_.elevation_rad.size(); ++ring) {
    for (std::size_t column = 0; column < columns; ++column) {
      // Columns start at the back (azimuth pi) and run clockwise.
      const double azimuth =
          kPi - 2 * kPi * static_cast<double>(column) / static_cast<double>(columns) + model_.azimuth_offset_rad[ring];
      const auto beam = [&](double e) {
        return cast<float>(Vec3d{std::cos(e) * std::cos(azimuth), std::cos(e) * std::sin(azimuth), std::sin(e)});
      };
      directions_[ring * columns + column] = beam(model_.elevation_rad[ring]);
      fired_[ring * columns + column] = beam(model_.elevation_rad[ring] - model_.elevation_error_rad);
    }
  }
}

// Time of a column as a share of the revolution; 0 without motion during the sweep.
double LidarSensor::share_of(std::size_t column, const LidarOptions& options) const {
  return options.motion_distortion ? static_cast<double>(column) / static_cast<double>(model_.columns) : 0.0;
}

// Casts all rays, part by part; actors move in straight lines from the start of a part to its end. poses: [columns].
Result<LidarSensor::Cast> LidarSensor::cast_rays(Scene& scene, double start_s, const std::vector<Rigid3d>& poses,
                                                 const LidarOptions& options) const {
  const std::size_t columns = poses.size(), rings = model_.elevation_rad.size();
  Cast all{std::vector<raycast::Ray>(rings * columns), std::vector<raycast::MeshHit>(rings * columns)};
  const std::size_t parts = options.motion_distortion ? kParts : 1;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t begin = columns * part / parts, end = columns * (part + 1) / parts;
    const double from = share_of(begin, options);
    const double length = options.motion_distortion ? share_of(end, options) - from : 0.0;
    GS_CHECK(scene.set_interval(start_s + from * model_.period_s, start_s + (from + length) * model_.period_s));
    std::vector<raycast::Ray> part_rays(rings * (end - begin));
    parallel_for(
        rings,
        [&](std::size_t ring) {
          for (std::size_t c = begin; c < end; ++c) {
            const std::size_t i = ring * columns + c;
            all.rays[i] = {.origin = cast<float>(poses[c].translation),
                           .max_distance = static_cast<float>(model_.max_range_m),
                           .direction = cast<float>(poses[c].rotation * cast<double>(fired_[i])),
                           .time = length > 0 ? static_cast<float>((share_of(c, options) - from) / length) : 0.0f};
            part_rays[ring * (end - begin) + c - begin] = all.rays[i];
          }
        },
        4);
    std::vector<raycast::MeshHit> part_hits(part_rays.size());
    scene.caster().cast({static_cast<int>(rings), static_cast<int>(end - begin)}, part_rays, part_hits);
    for (std::size_t ring = 0; ring < rings; ++ring) {
      std::copy_n(part_hits.begin() + static_cast<std::ptrdiff_t>(ring * (end - begin)), end - begin,
                  all.hits.begin() + static_cast<std::ptrdiff_t>(ring * columns + begin));
    }
  }
  return all;
}

// The return of one ray; none if it hits nothing, too near, or too weakly.
std::optional<LidarPoint> LidarSensor::measure(const Scene& scene, const Cast& cast, std::size_t ray,
                                               const LidarOptions& options, uint64_t sweep_seed) const {
  const raycast::MeshHit& hit = cast.hits[ray];
  if (!hit.found() || hit.distance < static_cast<float>(model_.min_range_m)) return std::nullopt;
  // The texture is averaged over the beam, which widens with distance.
  const float cosine = std::fabs(dot(hit.normal, cast.rays[ray].direction));
  const Surface& surface = scene.surface_at(hit);
  const Look look = look_of(surface, scene.street().road, scene.uv_at(hit), 0.002f * hit.distance + 0.01f);
  const Echo echo = echo_of(look, cosine, hit.distance);
  Random random(sweep_seed, purpose("lidar"), ray);
  // Weak returns are lost with a probability that grows as they get weaker.
  if (options.ray_drop && echo.strength < 0.05 + 0.25 * random.uniform()) return std::nullopt;
  const double error = options.range_noise_m > 0 ? options.range_noise_m * random.normal() : 0.0;
  const auto columns = static_cast<std::size_t>(model_.columns);
  return LidarPoint{.point = directions_[ray] * static_cast<float>(double{hit.distance} + error),
                    .intensity = echo.intensity,
                    .ring = static_cast<uint16_t>(ray / columns),
                    .time_s = static_cast<float>(share_of(ray % columns, options) * model_.period_s),
                    .range_error_m = static_cast<float>(error),
                    .instance = scene.instance_at(hit),
                    .body = hit.body,
                    .material = surface.material,
                    .moves = scene.moves_at(hit)};
}

Result<std::vector<LidarPoint>> LidarSensor::sweep(Scene& scene, double start_s,
                                                   const std::function<Rigid3d(double)>& map_from_lidar,
                                                   const LidarOptions& options, uint64_t sweep_seed) const {
  const auto columns = static_cast<std::size_t>(model_.columns);
  const std::size_t rings = model_.elevation_rad.size();
  // Sensor pose of every column.
  std::vector<Rigid3d> poses(columns);
  parallel_for(
      columns, [&](std::size_t c) { poses[c] = map_from_lidar(start_s + share_of(c, options) * model_.period_s); }, 32);
  GS_TRY(const Cast cast, cast_rays(scene, start_s, poses, options));
  // Measure every return in parallel, then remove the rays without one.
  std::vector<std::optional<LidarPoint>> all(cast.rays.size());
  parallel_for(
      columns,
      [&](std::size_t c) {
        for (std::size_t ring = 0; ring < rings; ++ring) {
          all[c * rings + ring] = measure(scene, cast, ring * columns + c, options, sweep_seed);
        }
      },
      32);
  std::vector<LidarPoint> points;
  for (const std::optional<LidarPoint>& point : all) {
    if (point) points.push_back(*point);
  }
  return points;
}

}  // namespace gs::synth
