// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/sim/sensors/lidar_generator.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gs/core/format.h"
#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"

namespace gs::sim {
namespace {

constexpr float kReflectance = 0.5f;  // where the bundle stores none; 1 is a white wall

constexpr std::size_t kColumnsAtOnce = 32;  // columns per parallel task: a few cache lines of every ring

}  // namespace

LiDARGenerator::LiDARGenerator(world::LidarCalibration calibration, RaycastOptions options, double rate_hz,
                               uint64_t seed)
    : calibration_(std::move(calibration)), options_(options), rate_hz_(rate_hz), seed_(seed) {
  const world::LiDARSpec& spec = calibration_.spec;
  const std::vector<double> elevations_rad = world::beam_elevations_rad(spec);
  rings_ = elevations_rad.size();
  const int full = std::max(1, static_cast<int>(std::lround(360.0 / spec.horizontal_resolution)));
  // Too many points: columns are left out evenly, so that every ring keeps its elevation.
  int used = full;
  if (spec.max_points > 0 && static_cast<int64_t>(full) * static_cast<int64_t>(rings_) > spec.max_points) {
    used = std::max(1, static_cast<int>(spec.max_points / static_cast<int64_t>(rings_)));
    thinned_ = SimError{"LiDARGenerator", SimErrorType::invalid_pointcloud_size,
                        format("{} has {} x {} rays, more than max_points={}: {} of {} columns are used",
                               calibration_.id, rings_, full, spec.max_points, used, full)};
  }
  // Columns run counter-clockwise and start at the back, as roof LiDARs are usually mounted: the seam of the sweep lies
  // behind the vehicle. Column times end at 0, the stamp.
  std::vector<double> azimuths_rad;
  for (int i = 0; i < used; ++i) {
    // Number of the column among those that the real sensor fires; it gives angle and time.
    const int64_t fired = static_cast<int64_t>(i) * full / used;
    const auto column = static_cast<double>(fired);
    const double azimuth_rad = -kPi + 2.0 * kPi * column / full;
    azimuths_rad.push_back(azimuth_rad);
    ahead_.push_back({std::cos(azimuth_rad), std::sin(azimuth_rad)});
    column_times_s_.push_back(((column + 1.0) / full - 1.0) / rate_hz_);
    shares_.push_back((column + 1.0) / full);
  }
  for (std::size_t r = 0; r < rings_; ++r) {
    const bool has_offset = r < spec.beam_azimuth_offsets_deg.size();
    const double offset = has_offset ? spec.beam_azimuth_offsets_deg[r] * kPi / 180.0 : 0.0;
    const double flat = std::cos(elevations_rad[r]), up = std::sin(elevations_rad[r]);
    widest_offset_rad_ = std::max(widest_offset_rad_, std::abs(offset));
    for (const double azimuth : azimuths_rad) {
      directions_.push_back(
          cast<float>(Vec3d{flat * std::cos(azimuth + offset), flat * std::sin(azimuth + offset), up}));
    }
  }
}

Duration LiDARGenerator::interval() const {
  return options_.motion_distortion ? Duration::from_seconds(1.0 / rate_hz_) : Duration{};
}

// Computes the sensor pose at the end of the sweep, or with motion_distortion at the time of every column.
void LiDARGenerator::place_sensors(Vec3d origin, const PoseAt& pose_at, Timestamp stamp) {
  const auto place = [&](Timestamp at) {
    Rigid3d& sensor = sensors_.emplace_back(pose_at(at) * calibration_.extrinsics.transform);
    sensor.translation = sensor.translation - origin;
  };
  sensors_.clear();
  if (!options_.motion_distortion) return place(stamp);
  for (const double time_s : column_times_s_) place(stamp + Duration::from_seconds(time_s));
}

// Casts all rays against the Gaussians and keeps the nearer of both returns. Gaussians have no surface normal: they are
// treated as facing the sensor.
void LiDARGenerator::meet_gaussians(const RaySources& sources, const raycast::Sweep& sweep) {
  const std::size_t columns = column_times_s_.size();
  const bool moving = sweep.sensors.size() > 1;
  rays_.resize(returns_.size());
  parallel_for(rays_.size(), [&](std::size_t i) {
    rays_[i] = raycast::sweep_ray(sweep.sensors[moving ? i % columns : 0], sweep.directions[i], sweep.max_distance);
  });
  distances_.assign(rays_.size(), raycast::kFar);
  sources.gaussians(rays_, distances_);
  parallel_for(rays_.size(), [&](std::size_t i) {
    raycast::keep_nearer(returns_[i], distances_[i], -rays_[i].direction, rays_[i].direction);
  });
}

// Keeps the nearer of the returns and the actors. Without motion_distortion all motions stand still.
void LiDARGenerator::meet_actors(const RaySources& sources, const raycast::Sweep& sweep) {
  reflectances_.assign(returns_.size(), kReflectance);
  const SweepColumns columns{
      .origin = sources.origin, .ahead = ahead_, .widest_offset_rad = widest_offset_rad_, .shares = shares_};
  sources.actors->cast(sweep, columns, sources.motions, returns_, reflectances_);
}

// Applies drop-outs, noise and the range limits to a true distance; infinity if the sensor reports no return. Random
// numbers depend only on seed, purpose and draw number, not on the order of threads.
float LiDARGenerator::measured(float distance, uint64_t draw) const {
  constexpr uint32_t kDrop = purpose("lidar_drop"), kNoise = purpose("lidar_noise");
  if (!(distance < raycast::kFar)) return raycast::kFar;
  if (options_.drop_probability > 0 && Random(seed_, kDrop, draw).uniform() < options_.drop_probability) {
    return raycast::kFar;
  }
  if (options_.add_noise) distance += static_cast<float>(Random(seed_, kNoise, draw).normal(0.0, options_.noise_std));
  // Limits behind the noise: a sensor judges the distance that it has measured.
  const auto min_range = static_cast<float>(calibration_.spec.min_range),
             max_range = static_cast<float>(calibration_.spec.max_range);
  return distance >= min_range && distance <= max_range ? distance : raycast::kFar;
}

// Collects the returns as points in firing order, column by column. The points of each block of columns are counted
// first; a prefix sum then gives every block its own output range, so that blocks can be written in parallel.
LidarSweep LiDARGenerator::collect(Timestamp stamp, uint64_t step) {
  const std::size_t columns = column_times_s_.size();
  first_.assign((columns + kColumnsAtOnce - 1) / kColumnsAtOnce + 1, 0);
  parallel_blocks(columns, kColumnsAtOnce, [&](std::size_t begin, std::size_t end, std::size_t block) {
    std::size_t kept = 0;
    for (std::size_t r = 0; r < rings_; ++r) {
      for (std::size_t i = r * columns + begin; i < r * columns + end; ++i) {
        returns_[i].distance = measured(returns_[i].distance, step * returns_.size() + i);
        kept += returns_[i].distance < raycast::kFar;
      }
    }
    first_[block + 1] = kept;
  });
  std::partial_sum(first_.begin(), first_.end(), first_.begin());

  LidarSweep out;
  out.cloud.lidar_id = calibration_.id;
  out.cloud.stamp = stamp;
  out.cloud.points.resize(first_.back());
  out.ring.resize(first_.back());
  if (options_.motion_distortion) out.time_s.resize(first_.back());
  parallel_blocks(columns, kColumnsAtOnce, [&](std::size_t begin, std::size_t end, std::size_t block) {
    std::size_t at = first_[block];
    for (std::size_t c = begin; c < end; ++c) {
      for (std::size_t r = 0; r < rings_; ++r) {
        const std::size_t i = r * columns + c;
        const raycast::SweepReturn& seen = returns_[i];
        if (!(seen.distance < raycast::kFar)) continue;
        const Vec3f p = directions_[i] * seen.distance;
        const float reflectance = reflectances_.empty() ? kReflectance : std::min(reflectances_[i], 1.0f);
        out.cloud.points[at] = {p.x, p.y, p.z, 255.0f * reflectance * seen.cos_incidence};
        out.ring[at] = static_cast<uint16_t>(r);
        if (options_.motion_distortion) out.time_s[at] = static_cast<float>(column_times_s_[c]);
        ++at;
      }
    }
  });
  return out;
}

LidarSweep LiDARGenerator::sweep(const RaySources& sources, const PoseAt& pose_at, Timestamp stamp, uint64_t step,
                                 Notices& notices) {
  place_sensors(sources.origin, pose_at, stamp);
  const raycast::Sweep sweep{.directions = directions_,
                             .sensors = sensors_,
                             .columns = columns(),
                             .max_distance = static_cast<float>(calibration_.spec.max_range)};
  // 1. Triangles and ground. 2. Gaussians, if used, where they are nearer. 3. Actors, where they are nearer. 4. Noise,
  // range limits and the list of points.
  returns_.assign(directions_.size(), {});
  reflectances_.clear();
  if (sources.surfaces != nullptr) {
    if (const auto cast = sources.surfaces->cast(sweep, returns_); !cast) {
      notices.push_back({NoticeLevel::error, "[LiDARGenerator] CAST_FAILED: " + cast.error().message +
                                                 "; the cloud of " + calibration_.id + " is empty"});
      std::fill(returns_.begin(), returns_.end(), raycast::SweepReturn{});
      return collect(stamp, step);
    }
  }
  if (options_.use_gaussians && sources.gaussians) meet_gaussians(sources, sweep);
  if (sources.actors != nullptr && !sources.motions.empty()) meet_actors(sources, sweep);
  return collect(stamp, step);
}

}  // namespace gs::sim
