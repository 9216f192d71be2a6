// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/lidar_bias/bias_survey.h"

#include "gs/mapping/voxel.h"

namespace gs::mapping {
namespace {

// The kept sweeps as a source.
class SurveySweeps final : public SweepSource {
 public:
  explicit SurveySweeps(const std::vector<Sweep>& sweeps) : sweeps_(sweeps) {}
  std::size_t count() const override { return sweeps_.size(); }
  Result<Sweep> read(std::size_t index) override { return sweeps_[index]; }

 private:
  const std::vector<Sweep>& sweeps_;
};

// The points within range, one per voxel, with their times.
Sweep thinned_sweep(const Sweep& sweep, const LidarBiasOptions& options) {
  Sweep out{.stamp = sweep.stamp,
            .map_from_base = {},
            .sensor_in_base = sweep.sensor_in_base,
            .points = {},
            .time_offset_s = {},
            .ray_origins = {}};
  out.sensor_up_in_base = sweep.sensor_up_in_base;
  const bool timed = sweep.time_offset_s.size() == sweep.points.size();
  KeyIndex seen;
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const Vec3d ray = cast<double>(sweep.points[i].position_in_base) - sweep.sensor_in_base;
    const double range = norm(ray);
    if (!(range >= options.min_range_m && range <= options.max_range_m)) continue;  // also NaN
    if (timed && !(std::abs(sweep.time_offset_s[i]) < 1)) continue;
    const auto voxel = voxel_of(ray, options.thinning_m);
    if (!voxel || seen.find_or_add(pack(*voxel)) != out.points.size()) continue;
    out.points.push_back(sweep.points[i]);
    if (timed) out.time_offset_s.push_back(sweep.time_offset_s[i]);
  }
  return out;
}

}  // namespace

void BiasSurvey::add(const Sweep& sweep, const Rigid3d& map_from_base) {
  if (is_complete()) return;
  const double step_m = last_ ? norm(map_from_base.translation - *last_) : 0;
  length_m_ += step_m, since_key_m_ += step_m;
  const bool first = !last_;
  last_ = map_from_base.translation;
  // A little less than a key step, so that estimate_lidar_bias() finds the sweep that it looks for.
  if (!first && since_key_m_ < 0.5 * options_.key_step_m) return;
  since_key_m_ = 0;
  sweeps_.push_back(thinned_sweep(sweep, options_));
}

Result<std::optional<LidarBias>> BiasSurvey::estimate(const Trajectory& path, Progress& progress) const {
  if (sweeps_.empty() || path.empty()) return std::optional<LidarBias>{};
  // Only the part of the path that was surveyed.
  std::vector<StampedPose> poses;
  for (const StampedPose& pose : path.poses()) {
    if (pose.stamp <= sweeps_.back().stamp + Duration::from_ms(200)) poses.push_back(pose);
  }
  GS_TRY(const Trajectory surveyed, Trajectory::from_poses(std::move(poses)));
  SurveySweeps source(sweeps_);
  GS_TRY(std::vector<LidarBias> found, estimate_lidar_bias(source, surveyed, surveyed, options_, progress));
  if (found.empty()) return std::optional<LidarBias>{};
  found[0].rotation_reason = "not applied: a rotation cannot be seen without other poses";
  found[0].correction.rotation = {};
  return std::optional(std::move(found[0]));
}

}  // namespace gs::mapping
