// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/lidar_generator.h"

#include <algorithm>
#include <cmath>

#include "gs/core/format.h"
#include "gs/core/parallel.h"
#include "gs/core/random.h"

namespace gs::sim {
namespace {

constexpr float kReflectance = 0.5f;  // surfaces carry none yet; half of what a white wall returns

struct Return {
  float distance = kFar;
  float cos_incidence = 1.0f;
};

void keep_nearer(Return& best, float distance, Vec3f normal, Vec3f direction) {
  if (!(distance < best.distance)) return;
  best = {distance, std::abs(dot(normal, direction))};
}

}  // namespace

LidarGenerator::LidarGenerator(LidarCalibration calibration, RaycastOptions options, double rate_hz, uint64_t seed)
    : calibration_(std::move(calibration)), options_(options), rate_hz_(rate_hz), seed_(seed) {
  const LiDARSpec& spec = calibration_.spec;
  const std::vector<double> elevations_rad = beam_elevations_rad(spec);
  rings_ = elevations_rad.size();
  const int full = std::max(1, static_cast<int>(std::lround(360.0 / spec.horizontal_resolution)));
  int used = full;
  if (spec.max_points > 0 && static_cast<int64_t>(full) * static_cast<int64_t>(rings_) > spec.max_points) {
    used = std::max(1, static_cast<int>(spec.max_points / static_cast<int64_t>(rings_)));
    thinned_ = SimError{"LiDARGenerator", SimErrorType::invalid_pointcloud_size,
                        format("{} has {} x {} rays, more than max_points={}: {} of {} columns are used",
                               calibration_.id, rings_, full, spec.max_points, used, full)};
  }
  // Counter-clockwise from the back, as a roof LiDAR is usually mounted: the sweep's seam lies behind the car.
  std::vector<double> azimuths_rad;
  for (int i = 0; i < used; ++i) {
    const auto column = static_cast<double>(static_cast<int64_t>(i) * full / used);
    azimuths_rad.push_back(-kPi + 2.0 * kPi * column / full);
    column_times_s_.push_back(((column + 1.0) / full - 1.0) / rate_hz_);
  }
  for (std::size_t r = 0; r < rings_; ++r) {
    const bool has_offset = r < spec.beam_azimuth_offsets_deg.size();
    const double offset = has_offset ? spec.beam_azimuth_offsets_deg[r] * kPi / 180.0 : 0.0;
    const double flat = std::cos(elevations_rad[r]), up = std::sin(elevations_rad[r]);
    for (const double azimuth : azimuths_rad) {
      directions_.push_back(
          cast<float>(Vec3d{flat * std::cos(azimuth + offset), flat * std::sin(azimuth + offset), up}));
    }
  }
}

std::vector<Ray> LidarGenerator::rays(const RaySources& sources, const PoseAt& pose_at, Timestamp stamp) const {
  const auto rings = rings_, count = column_times_s_.size();
  const Rigid3d base_from_lidar = calibration_.extrinsics.transform;
  const Rigid3d at_end = pose_at(stamp) * base_from_lidar;
  std::vector<Rigid3d> sensor(count, at_end);
  if (options_.motion_distortion) {
    for (std::size_t c = 0; c < count; ++c) {
      sensor[c] = pose_at(stamp + Duration::from_seconds(column_times_s_[c])) * base_from_lidar;
    }
  }
  std::vector<Ray> out(rings * count);
  parallel_for(
      rings,
      [&](std::size_t r) {
        for (std::size_t c = 0; c < count; ++c) {
          const Vec3f in_sensor = directions_[r * count + c];
          const Rigid3d& map_from_sensor = sensor[c];
          out[r * count + c] = {.origin = cast<float>(map_from_sensor.translation - sources.origin),
                                .max_distance = static_cast<float>(calibration_.spec.max_range),
                                .direction = cast<float>(map_from_sensor.rotation * cast<double>(in_sensor))};
        }
      },
      1);
  return out;
}

LidarSweep LidarGenerator::sweep(const RaySources& sources, const PoseAt& pose_at, Timestamp stamp,
                                 uint64_t step) const {
  const auto rings = rings_, count = column_times_s_.size();
  const RayGrid grid{.rows = static_cast<int>(rings), .columns = static_cast<int>(count)};
  const std::vector<Ray> all = rays(sources, pose_at, stamp);
  std::vector<Return> returns(all.size());
  if (options_.use_heightmap && sources.heightmap != nullptr) {
    std::vector<HeightmapHit> hits(all.size());
    sources.heightmap->cast(grid, all, hits);
    parallel_for(all.size(),
                 [&](std::size_t i) { keep_nearer(returns[i], hits[i].distance, hits[i].normal, all[i].direction); });
  }
  if (options_.use_static_mesh && sources.mesh != nullptr) {
    std::vector<MeshHit> hits(all.size());
    sources.mesh->cast(grid, all, hits);
    parallel_for(all.size(),
                 [&](std::size_t i) { keep_nearer(returns[i], hits[i].distance, hits[i].normal, all[i].direction); });
  }
  if (options_.use_gaussians && sources.gaussians) {
    std::vector<float> distances(all.size(), kFar);
    sources.gaussians(all, distances);
    parallel_for(all.size(),
                 [&](std::size_t i) { keep_nearer(returns[i], distances[i], -all[i].direction, all[i].direction); });
  }

  LidarSweep out;
  out.cloud.lidar_id = calibration_.id;
  out.cloud.stamp = stamp;
  const auto min_range = static_cast<float>(calibration_.spec.min_range),
             max_range = static_cast<float>(calibration_.spec.max_range);
  const uint32_t drop = purpose("lidar_drop"), noise = purpose("lidar_noise");
  for (std::size_t c = 0; c < count; ++c) {  // firing order: column by column
    for (std::size_t r = 0; r < rings; ++r) {
      const std::size_t i = r * count + c;
      float distance = returns[i].distance;
      if (!(distance < kFar)) continue;
      const uint64_t draw = step * all.size() + i;
      if (options_.drop_probability > 0 && Random(seed_, drop, draw).uniform() < options_.drop_probability) continue;
      if (options_.add_noise)
        distance += static_cast<float>(Random(seed_, noise, draw).normal(0.0, options_.noise_std));
      if (!(distance >= min_range && distance <= max_range)) continue;
      const Vec3f p = directions_[i] * distance;
      out.cloud.points.push_back({p.x, p.y, p.z, 255.0f * kReflectance * returns[i].cos_incidence});
      out.ring.push_back(static_cast<uint16_t>(r));
      if (options_.motion_distortion) out.time_s.push_back(static_cast<float>(column_times_s_[c]));
    }
  }
  return out;
}

}  // namespace gs::sim
