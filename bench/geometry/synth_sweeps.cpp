// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/geometry/synth_sweeps.h"

#include "gs/mapping/poses/deskew.h"
#include "gs/synth/drive/drive_log.h"
#include "gs/synth/drive/drive_scene.h"
#include "gs/synth/drive/exposure.h"

namespace bench {
namespace {

using namespace gs;

constexpr float kRange_m = 50;

// Poses of the log: 100 Hz, from 0.1 s before the drive to 0.2 s after it.
Result<Trajectory> recorded_poses(const synth::Ego& ego, double duration_s) {
  std::vector<StampedPose> poses;
  for (int64_t ms = -100; ms <= static_cast<int64_t>(duration_s * 1e3) + 200; ms += 10) {
    poses.push_back({synth::kDriveStart + Duration::from_ms(ms), ego.map_from_base(1e-3 * static_cast<double>(ms))});
  }
  return Trajectory::from_poses(std::move(poses));
}

// Whether a point hit the ground.
bool is_ground(const synth::LidarPoint& p) {
  return p.material == synth::Material::asphalt || p.material == synth::Material::paving ||
         p.material == synth::Material::kerb || p.material == synth::Material::grass;
}

}  // namespace

Result<SynthSweeps> SynthSweeps::drive(const synth::DriveOptions& options) {
  GS_TRY(const synth::Rig rig, synth::make_rig(options));
  if (!rig.lidar) return fail(ErrorCode::invalid_option, "the drive has no LiDAR");
  GS_TRY(synth::Scene scene, synth::make_drive_scene(options));
  SynthSweeps all(std::move(scene));
  const synth::Ego ego(all.road(), options.duration_s, options.ego);
  GS_TRY(all.trajectory_, recorded_poses(ego, options.duration_s));
  all.seconds_ = options.duration_s;
  const synth::LidarSensor lidar(*rig.lidar);
  const auto pose = [&](double t) { return ego.map_from_base(t) * rig.base_from_lidar; };
  const auto count = static_cast<uint32_t>(options.duration_s / rig.lidar->period_s + 1e-6);
  for (uint32_t i = 0; i < count; ++i) {
    const double start_s = i * rig.lidar->period_s;
    GS_TRY(const auto points,
           lidar.sweep(all.scene_, start_s, pose, options.lidar_noise,
                       synth::frame_seed(static_cast<uint64_t>(options.street.seed), synth::kLidarSeed, i)));
    mapping::Sweep sweep{.stamp = synth::kDriveStart + Duration::from_seconds(start_s),
                         .sensor_in_base = rig.base_from_lidar.translation};
    Hits hits;
    std::vector<uint32_t>& instances = all.instances_.emplace_back();
    for (const synth::LidarPoint& p : points) {
      const Vec3d in_base = rig.base_from_lidar * cast<double>(p.point);
      sweep.points.push_back({cast<float>(in_base), p.moves ? kMoves : kStands});
      sweep.time_offset_s.push_back(p.time_s);
      instances.push_back(p.moves ? p.instance : 0);
      const float range = norm(p.point);
      if (p.moves || range > kRange_m) continue;
      // True hit: without range noise, with the exact pose at the time of the point.
      const Vec3d exact = pose(start_s + double{p.time_s}) * cast<double>(p.point * (1 - p.range_error_m / range));
      (is_ground(p) ? hits.ground : hits.other).push_back(cast<float>(exact));
    }
    all.raw_.push_back(sweep);
    GS_TRY(sweep, mapping::deskew(std::move(sweep), all.trajectory_));
    all.sweeps_.push_back(std::move(sweep));
    all.hits_.push_back(std::move(hits));
  }
  return all;
}

}  // namespace bench
