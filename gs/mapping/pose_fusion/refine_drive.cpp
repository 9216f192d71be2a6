// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/pose_fusion/refine_drive.h"

#include <algorithm>

namespace gs::mapping {
namespace {

// Every n-th sweep is kept aside. Short drives keep a larger share, so that enough values are left to compare.
int hold_out_every(const SweepSource& sweeps) { return sweeps.count() < 100 ? 3 : 5; }

// The sweeps of another source with the errors of their LiDARs removed.
class CorrectedSweeps final : public SweepSource {
 public:
  CorrectedSweeps(SweepSource& sweeps, const std::vector<LidarBias>& lidars) : sweeps_(sweeps), lidars_(lidars) {}
  std::size_t count() const override { return sweeps_.count(); }
  Result<Sweep> read(std::size_t index) override {
    GS_TRY(Sweep sweep, sweeps_.read(index));
    const auto lidar = std::ranges::find(lidars_, sweep.sensor, &LidarBias::sensor);
    if (lidar == lidars_.end()) return sweep;
    return corrected(std::move(sweep), lidar->correction);
  }

 private:
  SweepSource& sweeps_;
  const std::vector<LidarBias>& lidars_;
};

Result<RefinedPoses> register_sweeps(SweepSource& sweeps, const Trajectory& odometry, Progress& progress) {
  return refine_poses(sweeps, odometry, {.hold_out_every = hold_out_every(sweeps)}, progress);
}

// Evidence that was not fitted, for the odometry and for the fused poses.
Result<std::vector<Witness>> witnesses_of(SweepSource& sweeps, const Trajectory& odometry, const Trajectory& fused,
                                          const SplitFixes& fixes, Vec3d antenna_in_base, Progress& progress) {
  GS_TRY(const auto before, sharpness(sweeps, odometry, hold_out_every(sweeps), progress));
  GS_TRY(const auto after, sharpness(sweeps, fused, hold_out_every(sweeps), progress));
  std::vector<Witness> out;
  out.push_back(compare("share of sweep points within 5 cm of the map", before, after, true));
  out.push_back(compare("distance of GNSS fixes [m]", fix_distances(odometry, fixes, antenna_in_base),
                        fix_distances(fused, fixes, antenna_in_base), false));
  std::erase_if(out, [](const Witness& w) { return w.count < 3; });
  return out;
}

}  // namespace

Result<DriveRefinement> refine_drive(SweepSource& sweeps, const Trajectory& odometry, const GnssTrack& gnss,
                                     Progress& progress) {
  DriveRefinement out;
  // The errors of the LiDARs first: registration takes them for motion.
  GS_TRY(RefinedPoses registered, register_sweeps(sweeps, odometry, progress));
  GS_TRY(out.lidars, estimate_lidar_bias(sweeps, registered.trajectory, odometry, {}, progress));
  CorrectedSweeps better(sweeps, out.lidars);
  if (std::ranges::any_of(out.lidars, [](const LidarBias& b) { return !b.correction.is_none(); })) {
    GS_TRY(registered, register_sweeps(better, odometry, progress));
  }
  out.sweeps = registered.sweeps, out.unmatched = registered.unmatched;
  // Judged without the fixes that are kept aside, then solved again with all of them.
  const SplitFixes fixes = split_fixes(gnss.fixes);
  GS_TRY(const FusedPoses judged, fuse_poses({registered.registered, odometry, fixes.fitted, gnss.antenna_in_base}));
  GS_TRY(out.witnesses, witnesses_of(better, odometry, judged.trajectory, fixes, gnss.antenna_in_base, progress));
  out.verdict = judge(out.witnesses);
  GS_TRY(out.fused, fuse_poses({registered.registered, odometry, gnss.fixes, gnss.antenna_in_base}));
  return out;
}

}  // namespace gs::mapping
