// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/pose_fusion/refine_drive.h"

#include <algorithm>

#include "gs/mapping/odometry/loop_closure.h"

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

Result<RefinedPoses> register_sweeps(SweepSource& sweeps, const Trajectory& odometry, Progress& progress,
                                     bool backwards = false) {
  return refine_poses(sweeps, odometry, {.hold_out_every = hold_out_every(sweeps), .backwards = backwards}, progress);
}

// Loops between registered sweeps; indices are those of `registered`.
Result<std::vector<RelativeFactor>> loops_of(SweepSource& sweeps, const std::vector<RegisteredSweep>& registered,
                                             Progress& progress) {
  std::vector<std::size_t> sweep_of_pose;
  std::vector<OdometryPose> poses;
  for (const RegisteredSweep& sweep : registered) {
    OdometryPose pose{.stamp = sweep.stamp, .map_from_base = sweep.map_from_base};
    pose.state = sweep.matches > 0 || poses.empty() ? SweepState::registered : SweepState::lost;
    poses.push_back(std::move(pose));
    sweep_of_pose.push_back(sweep.sweep);
  }
  GS_TRY(Loops found, find_loops(sweeps, sweep_of_pose, poses, {}, {}, progress));
  return std::move(found.factors);
}

// Evidence on both sides of the decision: used for the judged poses, or kept aside.
struct Evidence {
  SplitFixes fixes;
  std::vector<RelativeFactor> fitted_loops, kept_loops;
};

// Evidence that was not fitted, for the odometry and for the fused poses.
Result<std::vector<Witness>> witnesses_of(SweepSource& sweeps, const DriveMeasurements& drive, const Trajectory& fused,
                                          const std::vector<RegisteredSweep>& registered, const Evidence& evidence,
                                          Progress& progress) {
  GS_TRY(const auto before, sharpness(sweeps, drive.odometry, hold_out_every(sweeps), progress));
  GS_TRY(const auto after, sharpness(sweeps, fused, hold_out_every(sweeps), progress));
  const Vec3d antenna = drive.gnss.antenna_in_base;
  std::vector<Witness> out;
  out.push_back(compare("share of sweep points within 5 cm of the map", before, after, true));
  out.push_back(compare("distance of GNSS fixes [m]", fix_distances(drive.odometry, evidence.fixes, antenna),
                        fix_distances(fused, evidence.fixes, antenna), false));
  out.push_back(compare("error of loops [m]", loop_distances(drive.odometry, registered, evidence.kept_loops),
                        loop_distances(fused, registered, evidence.kept_loops), false));
  std::erase_if(out, [](const Witness& w) { return w.count < 3; });
  return out;
}

}  // namespace

Result<DriveRefinement> refine_drive(SweepSource& sweeps, const DriveMeasurements& drive, Progress& progress) {
  DriveRefinement out;
  // The errors of the LiDARs first: registration takes them for motion.
  GS_TRY(RefinedPoses refined, register_sweeps(sweeps, drive.odometry, progress));
  GS_TRY(out.lidars, estimate_lidar_bias(sweeps, refined.trajectory, drive.odometry, {}, progress));
  CorrectedSweeps better(sweeps, out.lidars);
  if (std::ranges::any_of(out.lidars, [](const LidarBias& b) { return !b.correction.is_none(); })) {
    GS_TRY(refined, register_sweeps(better, drive.odometry, progress));
  }
  GS_TRY(const RefinedPoses back, register_sweeps(better, drive.odometry, progress, true));
  out.sweeps = refined.sweeps, out.unmatched = refined.unmatched;
  GS_TRY(const std::vector<RelativeFactor> loops, loops_of(better, refined.registered, progress));
  out.loops = loops.size();
  // Judged without the fixes and loops that are kept aside, then solved again with all of them.
  Evidence evidence{.fixes = split_fixes(drive.gnss.fixes)};
  for (std::size_t i = 0; i < loops.size(); ++i) {
    (i % 2 == 0 ? evidence.fitted_loops : evidence.kept_loops).push_back(loops[i]);
  }
  const auto fuse = [&](const std::vector<PositionFix>& fixes, const std::vector<RelativeFactor>& used) {
    return fuse_poses({refined.registered, drive.odometry, fixes, drive.gnss.antenna_in_base, back.registered, used,
                       drive.gravity, !drive.odometry_from_sweeps});
  };
  GS_TRY(const FusedPoses judged, fuse(evidence.fixes.fitted, evidence.fitted_loops));
  GS_TRY(out.witnesses, witnesses_of(better, drive, judged.trajectory, refined.registered, evidence, progress));
  out.verdict = judge(out.witnesses);
  GS_TRY(out.fused, fuse(drive.gnss.fixes, loops));
  return out;
}

}  // namespace gs::mapping
