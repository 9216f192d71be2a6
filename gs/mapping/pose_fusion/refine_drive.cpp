// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/pose_fusion/refine_drive.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "gs/mapping/odometry/lidar_odometry.h"
#include "gs/mapping/odometry/loop_closure.h"

namespace gs::mapping {
namespace {

// A LiDAR that is turned by more than this is estimated again, at most so often.
constexpr double kLargeTurn_rad = 1 * kPi / 180;
constexpr int kMostRounds = 2;
// Number of sweeps that are tracked without odometry, from the one where the vehicle has moved this far.
constexpr std::size_t kTrackedSweeps = 80;
constexpr double kMoves_m = 1;

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

// True if a LiDAR is turned so much that registration with its stated extrinsics suffers.
bool turned_by_degrees(const std::vector<LidarBias>& biases) {
  return std::ranges::any_of(biases, [](const LidarBias& b) { return norm(b.correction.rotation) > kLargeTurn_rad; });
}

Result<RefinedPoses> register_sweeps(SweepSource& sweeps, const Trajectory& odometry, Progress& progress,
                                     bool backwards = false) {
  return refine_poses(sweeps, odometry, {.hold_out_every = hold_out_every(sweeps), .backwards = backwards}, progress);
}

// Registered sweeps as a track, with their weak directions in base_link.
std::vector<OdometryPose> track_of(const std::vector<RegisteredSweep>& registered) {
  std::vector<OdometryPose> poses;
  for (const RegisteredSweep& sweep : registered) {
    OdometryPose pose{.stamp = sweep.stamp, .map_from_base = sweep.map_from_base};
    const Quaterniond base_from_map = sweep.map_from_base.rotation.conjugate();
    for (const Vec3d& v : sweep.weak_shifts) pose.weak_shifts.push_back(base_from_map * v);
    for (const Vec3d& v : sweep.weak_turns) pose.weak_turns.push_back(base_from_map * v);
    pose.state = sweep.matches == 0 && !poses.empty()                  ? SweepState::lost
                 : pose.weak_shifts.empty() && pose.weak_turns.empty() ? SweepState::registered
                                                                       : SweepState::weak;
    poses.push_back(std::move(pose));
  }
  return poses;
}

// Loops between registered sweeps; indices are those of `registered`.
Result<std::vector<RelativeFactor>> loops_of(SweepSource& sweeps, const std::vector<RegisteredSweep>& registered,
                                             Progress& progress) {
  std::vector<std::size_t> sweep_of_pose;
  for (const RegisteredSweep& sweep : registered) sweep_of_pose.push_back(sweep.sweep);
  GS_TRY(Loops found, find_loops(sweeps, sweep_of_pose, track_of(registered), {}, {}, progress));
  return std::move(found.factors);
}

// The biases of the LiDARs. A LiDAR that is turned by degrees is estimated again with the turn removed: the first
// registration suffered from it.
Result<std::vector<LidarBias>> biases_of(SweepSource& sweeps, const Trajectory& odometry, RefinedPoses& refined,
                                         Progress& progress) {
  GS_TRY(std::vector<LidarBias> biases, estimate_lidar_bias(sweeps, refined.trajectory, odometry, {}, progress));
  for (int round = 0; round < kMostRounds && turned_by_degrees(biases); ++round) {
    // Only the turn is taken out. The next estimate then holds the whole elevation, but only what is left of the turn,
    // which is added to the turn taken out before. LiDARs that are not estimated again keep their first result.
    std::vector<LidarBias> turns = biases;
    for (LidarBias& bias : turns) bias.correction.elevation_rad = 0;
    CorrectedSweeps turned(sweeps, turns);
    GS_TRY(refined, register_sweeps(turned, odometry, progress));
    GS_TRY(std::vector<LidarBias> more, estimate_lidar_bias(turned, refined.trajectory, odometry, {}, progress));
    const bool settled = !turned_by_degrees(more);
    for (LidarBias& bias : more) {
      const auto before = std::ranges::find(biases, bias.sensor, &LidarBias::sensor);
      if (before == biases.end() || before->correction.rotation == Vec3d{}) continue;
      const auto added = [&](Vec3d turn) {
        return rotation_vector(rotation_from_vector(turn) * rotation_from_vector(before->correction.rotation));
      };
      bias.rotation = added(bias.rotation), bias.correction.rotation = added(bias.correction.rotation);
      bias.rotation_reason = before->rotation_reason;
    }
    for (LidarBias& bias : biases) {
      if (std::ranges::find(more, bias.sensor, &LidarBias::sensor) == more.end()) more.push_back(std::move(bias));
    }
    biases = std::move(more);
    if (settled) break;
  }
  return biases;
}

// A LiDAR and the piece of path that its own sweeps show.
struct LidarPath {
  std::size_t sensor = 0;
  Vec3d position_in_base{};
  LidarOdometry tracker{OdometryOptions{}};

  std::vector<StampedPose> poses() const {
    std::vector<StampedPose> path;
    for (const OdometryPose& pose : tracker.poses()) path.push_back({pose.stamp, pose.map_from_base});
    return path;
  }
};

// A piece of path of every LiDAR by LiDAR odometry, which needs no other poses. Empty if the vehicle stands.
Result<std::vector<LidarPath>> paths_without_odometry(SweepSource& sweeps, const Trajectory& odometry,
                                                      const std::vector<RegisteredSweep>& registered) {
  std::vector<LidarPath> lidars;
  const auto moves = std::ranges::find_if(registered, [&](const RegisteredSweep& sweep) {
    const auto there = odometry.at(sweep.stamp);
    return there && norm(there->translation - odometry.poses()[0].map_from_body.translation) > kMoves_m;
  });
  if (moves == registered.end()) return lidars;
  std::size_t most = kTrackedSweeps;
  for (std::size_t i = moves->sweep; i < sweeps.count() && i < moves->sweep + most; ++i) {
    GS_TRY(const Sweep sweep, sweeps.read(i));
    auto lidar = std::ranges::find(lidars, sweep.sensor, &LidarPath::sensor);
    if (lidar == lidars.end()) {
      lidars.push_back({.sensor = sweep.sensor, .position_in_base = sweep.sensor_in_base});
      lidar = std::prev(lidars.end()), most = kTrackedSweeps * lidars.size();
    }
    if (!lidar->tracker.add(sweep)) continue;  // out of order, or empty
  }
  return lidars;
}

// Wrong extrinsics that explain why sweeps and odometry differ. Registered sweeps show the whole drive, but are those
// of one LiDAR only if there is no other; and if the extrinsics turn the motion around, registration fails, because it
// starts from odometry. The path of a LiDAR's own sweeps has neither weakness.
Result<std::optional<MountingError>> mounting_of(SweepSource& sweeps, const Trajectory& odometry,
                                                 const std::vector<RegisteredSweep>& registered) {
  GS_TRY(const std::vector<LidarPath> lidars, paths_without_odometry(sweeps, odometry, registered));
  std::vector<StampedPose> path;
  for (const RegisteredSweep& sweep : registered) path.push_back({sweep.stamp, sweep.map_from_base});
  for (const LidarPath& lidar : lidars) {
    std::optional<MountingError> found;
    if (lidars.size() == 1) found = find_mounting_error(path, odometry, lidar.position_in_base);
    if (!found) found = find_mounting_error(lidar.poses(), odometry, lidar.position_in_base);
    if (!found) continue;
    found->sensor = lidar.sensor;
    return found;
  }
  return std::optional<MountingError>();
}

// The error of the stated extrinsics, given one that was found with the turn of the LiDAR corrected.
MountingError against_stated(MountingError mounting, const std::vector<LidarBias>& lidars) {
  const auto lidar = std::ranges::find(lidars, mounting.sensor, &LidarBias::sensor);
  if (lidar == lidars.end()) return mounting;
  const Quaterniond corrected_turn = rotation_from_vector(lidar->correction.rotation);
  mounting.turn = rotation_vector(rotation_from_vector(mounting.turn) * corrected_turn);
  return mounting;
}

// Takes back what was found with wrong extrinsics.
void refuse(DriveRefinement& out, const MountingError& mounting) {
  out.mounting = mounting;
  out.weak.clear();
  out.verdict = {false, "the extrinsics of the LiDAR are wrong (" + to_text(mounting) + " are missing)"};
  for (LidarBias& bias : out.lidars) {
    bias.correction = {};
    bias.elevation_reason = bias.rotation_reason = bias.sensor == mounting.sensor
                                                       ? "not applied: the extrinsics of the LiDAR are wrong"
                                                       : "not applied: the extrinsics of another LiDAR are wrong";
  }
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
  GS_TRY(out.lidars, biases_of(sweeps, drive.odometry, refined, progress));
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
  out.verdict = judge(out.witnesses, drive.odometry_from_sweeps ? Standing::equal : Standing::measured);
  GS_TRY(out.fused, fuse(drive.gnss.fixes, loops));
  if (drive.odometry_from_sweeps) return out;
  // Lost sweeps are counted as unmatched.
  out.weak = predicted_stretches(track_of(refined.registered));
  std::erase_if(out.weak, [](const PredictedStretch& s) { return s.state == SweepState::lost; });
  GS_TRY(auto mounting, mounting_of(better, drive.odometry, refined.registered));
  if (!mounting) return out;
  mounting = against_stated(*mounting, out.lidars);
  if (out.lidars.size() > 1) {
    // One wrong LiDAR may have spoilt the corrections of the others: the sweeps as stated tell which one it is.
    GS_TRY(const auto stated, mounting_of(sweeps, drive.odometry, refined.registered));
    if (stated) mounting = stated;
  }
  refuse(out, *mounting);
  return out;
}

}  // namespace gs::mapping
