// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/poses/deskew.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "gs/core/parallel.h"
#include "gs/mapping/poses/smooth_pose.h"

namespace gs::mapping {
namespace {

// Points of one time bin share a pose; a bin is about one firing column of the LiDAR. With 0.1 s in 4096 bins a point
// is at most 12 us from its pose, which is 0.4 mm at 30 m/s. Short sweeps have fewer bins: none is shorter than
// kShortestBin_s.
constexpr std::size_t kMaxBins = 4096;
constexpr double kShortestBin_s = 2e-6;

// base_link(stamp) from base_link(time of the bin), in float for the inner loop.
struct Motion {
  Mat3f rotation;
  Vec3f translation;
  Vec3f sensor;  // in base_link at the stamp
};

// Equal time bins over the point times of a sweep [s relative to the stamp].
struct TimeBins {
  float begin_s = 0;
  float bins_per_s = 0;
  std::size_t count = 1;

  std::size_t of(float offset_s) const {
    const auto bin = static_cast<std::size_t>(std::max(0.0f, (offset_s - begin_s) * bins_per_s));
    return std::min(bin, count - 1);
  }
  double middle_s(std::size_t bin) const {
    return bins_per_s > 0 ? begin_s + (static_cast<double>(bin) + 0.5) / bins_per_s : begin_s;
  }
};

TimeBins bins_over(float first_s, float last_s) {
  const double span_s = static_cast<double>(last_s) - first_s;
  if (span_s <= 0) return {.begin_s = first_s};
  const auto count =
      static_cast<std::size_t>(std::clamp(std::ceil(span_s / kShortestBin_s), 1.0, static_cast<double>(kMaxBins)));
  return {.begin_s = first_s, .bins_per_s = static_cast<float>(static_cast<double>(count) / span_s), .count = count};
}

// Pose of base_link in the middle of every bin, relative to base_link at the stamp.
Result<std::vector<Motion>> motions_of(const Sweep& sweep, const Trajectory& trajectory, const TimeBins& bins,
                                       Duration tolerance) {
  const Rigid3d base_from_map = sweep.map_from_base.inverse();
  std::vector<Motion> motions(bins.count);
  for (std::size_t i = 0; i < bins.count; ++i) {
    const Timestamp t = sweep.stamp + Duration::from_seconds(bins.middle_s(i));
    const auto pose = smooth_pose_at(trajectory, t, tolerance);
    if (!pose) {
      return fail(ErrorCode::invalid_data, "points at {} s lie outside the recorded poses", to_decimal_seconds(t));
    }
    const Rigid3d moved = base_from_map * *pose;
    const Mat3d r = to_matrix(moved.rotation);
    Motion& m = motions[i];
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) m.rotation.m[row][column] = static_cast<float>(r.m[row][column]);
    }
    m.translation = cast<float>(moved.translation);
    m.sensor = cast<float>(moved * sweep.sensor_in_base);
  }
  return motions;
}

}  // namespace

Result<Sweep> deskew(Sweep sweep, const Trajectory& trajectory, Duration tolerance) {
  const auto pose = smooth_pose_at(trajectory, sweep.stamp, tolerance);
  if (!pose) {
    return fail(ErrorCode::invalid_data, "sweep at {} s lies outside the recorded poses",
                to_decimal_seconds(sweep.stamp));
  }
  sweep.map_from_base = *pose;
  if (sweep.time_offset_s.empty()) return sweep;

  const std::span<const float> offsets = sweep.time_offset_s;
  if (offsets.size() != sweep.points.size()) {
    return fail(ErrorCode::invalid_data, "sweep has {} point times for {} points", offsets.size(), sweep.points.size());
  }
  if (!std::all_of(offsets.begin(), offsets.end(), [](float t) { return std::abs(t) < 1e4f; })) {
    return fail(ErrorCode::invalid_data,
                "a point time is not finite or lies more than 10000 s from the stamp of its sweep");
  }
  const auto [first, last] = std::minmax_element(offsets.begin(), offsets.end());
  const TimeBins bins = bins_over(*first, *last);
  GS_TRY(const std::vector<Motion> motions, motions_of(sweep, trajectory, bins, tolerance));

  sweep.ray_origins.resize(sweep.points.size());
  parallel_for(
      sweep.points.size(),
      [&](std::size_t i) {
        const Motion& m = motions[bins.of(offsets[i])];
        Vec3f& p = sweep.points[i].position_in_base;
        p = m.rotation * p + m.translation;
        sweep.ray_origins[i] = m.sensor;
      },
      1 << 15);
  sweep.measured_after_s = std::move(sweep.time_offset_s);
  sweep.time_offset_s.clear();  // all points now belong to the stamp
  return sweep;
}

}  // namespace gs::mapping
