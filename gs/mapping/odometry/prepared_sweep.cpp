// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/odometry/prepared_sweep.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gs/mapping/odometry/voxel_planes.h"

namespace gs::mapping {
namespace {

constexpr float kLongestOffset_s = 1.0f;
constexpr std::array kVoxels_m = {0.5, 0.7, 1.0, 1.4, 2.0};
// Share of the best count of points on planes that a smaller voxel must reach.
constexpr double kNearlyAll = 0.9;
// Points are sampled with this spacing, and a point counts if its plane is this near.
constexpr double kSample_m = 0.5;
constexpr float kOnPlane_m = 0.3f;

}  // namespace

Result<PreparedSweep> prepare_sweep(const Sweep& sweep, const OdometryOptions& options, VoxelFilter& filter) {
  const std::size_t count = sweep.points.size();
  const bool timed = !sweep.time_offset_s.empty();
  if (timed && sweep.time_offset_s.size() != count) {
    return fail(ErrorCode::invalid_data, "sweep at {} s has {} point times for {} points",
                to_decimal_seconds(sweep.stamp), sweep.time_offset_s.size(), count);
  }
  PreparedSweep out{.stamp = sweep.stamp};
  const Vec3f sensor = cast<float>(sweep.sensor_in_base);
  const auto min2 = static_cast<float>(square(options.min_range_m));
  const auto max2 = static_cast<float>(square(options.max_range_m));
  filter.begin(count, options.map_thinning_m);
  float first_s = kLongestOffset_s, last_s = -kLongestOffset_s;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3f p = sweep.points[i].position_in_base, ray = p - sensor;
    const float range2 = dot(ray, ray);
    if (!(range2 >= min2 && range2 <= max2)) continue;  // also false for points that are not finite
    const float time_s = timed ? sweep.time_offset_s[i] : 0;
    if (!(std::abs(time_s) <= kLongestOffset_s)) continue;
    first_s = std::min(first_s, time_s), last_s = std::max(last_s, time_s);
    if (filter.insert(p)) out.points.push(p, time_s);
  }
  const double middle_s = out.points.size() == 0 ? 0 : 0.5 * (static_cast<double>(first_s) + last_s);
  out.middle = sweep.stamp + Duration::from_seconds(middle_s);
  return out;
}

double choose_voxel_m(const PreparedSweep& sweep, VoxelFilter& filter) {
  PointBuffer samples;
  thin(sweep.points, kSample_m, filter, samples);
  std::array<std::size_t, kVoxels_m.size()> on_planes{};
  for (std::size_t v = 0; v < kVoxels_m.size(); ++v) {
    VoxelPlanes planes(kVoxels_m[v]);
    planes.add(sweep.points, {});
    for (std::size_t i = 0; i < samples.size(); ++i) {
      on_planes[v] += planes.find(cast<double>(samples.at(i)), kOnPlane_m) ? 1 : 0;
    }
  }
  const double enough = kNearlyAll * static_cast<double>(*std::max_element(on_planes.begin(), on_planes.end()));
  for (std::size_t v = 0; v < kVoxels_m.size(); ++v) {
    if (static_cast<double>(on_planes[v]) >= enough) return kVoxels_m[v];
  }
  return kVoxels_m.back();
}

}  // namespace gs::mapping
