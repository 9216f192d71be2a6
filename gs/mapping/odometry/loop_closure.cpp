// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/odometry/loop_closure.h"

#include <algorithm>
#include <cmath>

namespace gs::mapping {
namespace {

// Sweeps up to this far from the earlier pose form its local map.
constexpr double kLocalMap_m = 5;
constexpr double kGate_m = 2, kLoopTightGate_m = 0.1;
// A second registration, from a disturbed pose, must agree this well.
constexpr double kAgree_m = 0.05, kAgree_rad = 0.1 * kPi / 180;
constexpr double kSigma_m = 0.05, kSigma_rad = 0.05 * kPi / 180;
// A loop that disagrees with the others by more standard deviations than this is a false one.
constexpr double kKernelScale = 4;
constexpr double kVoxel_m = 1.0;

// Twist of the track at a pose, for deskewing.
Twist twist_at(const std::vector<OdometryPose>& poses, std::size_t i) {
  const OdometryPose& a = poses[i == 0 ? 0 : i - 1];
  const OdometryPose& b = poses[std::min(i + 1, poses.size() - 1)];
  const double dt = (b.stamp - a.stamp).seconds();
  return dt > 0 ? twist_of(a.map_from_base.inverse() * b.map_from_base, dt) : Twist{};
}

class LoopFinder {
 public:
  LoopFinder(SweepSource& sweeps, const std::vector<std::size_t>& sweep_of_pose, const std::vector<OdometryPose>& poses,
             const OdometryOptions& odometry, const LoopOptions& options)
      : sweeps_(sweeps), sweep_of_pose_(sweep_of_pose), poses_(poses), odometry_(odometry), options_(options) {
    double along = 0;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      if (i > 0) along += norm(poses[i].map_from_base.translation - poses[i - 1].map_from_base.translation);
      along_m_.push_back(along);
    }
  }

  Result<Loops> run(Progress& progress) {
    progress.begin("finding loops", poses_.size(), "sweeps");
    for (std::size_t i = 0; i < poses_.size(); ++i) {
      if (progress.stop_requested()) return fail(ErrorCode::interrupted, "finding loops was stopped");
      progress.advance(i + 1);
      if (poses_[i].state == SweepState::lost) continue;
      if (!keys_.empty() && along_m_[i] - along_m_[keys_.back().pose] < options_.key_spacing_m) continue;
      GS_TRY(const PointBuffer points, deskewed(i));
      keys_.push_back({i, describe_sweep(points)});
      GS_CHECK(close(keys_.back(), points));
    }
    progress.finish();
    return std::move(loops_);
  }

 private:
  struct Key {
    std::size_t pose;
    SweepDescriptor descriptor;
  };

  // Points of a sweep in base_link at the middle of the sweep.
  Result<PointBuffer> deskewed(std::size_t pose) {
    GS_TRY(const Sweep sweep, sweeps_.read(sweep_of_pose_[pose]));
    GS_TRY(const PreparedSweep prepared, prepare_sweep(sweep, odometry_, filter_));
    MotionModel model({});
    model.twist = twist_at(poses_, pose);
    PointBuffer out;
    deskew_points(prepared.points, prepared.stamp, prepared.middle, model, out);
    return out;
  }

  // Earlier key poses that may be the same position, best descriptor first.
  std::vector<std::pair<double, const Key*>> candidates_of(const Key& now) const {
    std::vector<std::pair<double, const Key*>> out;
    for (const Key& key : keys_) {
      const double path_m = along_m_[now.pose] - along_m_[key.pose];
      if (path_m < options_.min_path_m) break;  // later keys are even closer along the path
      const Vec3d apart = poses_[now.pose].map_from_base.translation - poses_[key.pose].map_from_base.translation;
      if (norm(apart) > options_.search_m + options_.drift_share * path_m) continue;
      const double distance = compare(key.descriptor, now.descriptor).distance;
      if (distance <= options_.max_descriptor_distance) out.push_back({distance, &key});
    }
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    if (out.size() > static_cast<std::size_t>(options_.candidates)) {
      out.resize(static_cast<std::size_t>(options_.candidates));
    }
    return out;
  }

  // Planes of the sweeps around a pose, in base_link of that pose.
  Result<VoxelPlanes> local_map(std::size_t centre) {
    VoxelPlanes map(kVoxel_m);
    const Rigid3d centre_from_map = poses_[centre].map_from_base.inverse();
    for (std::size_t i = 0; i < poses_.size(); ++i) {
      if (std::abs(along_m_[i] - along_m_[centre]) > kLocalMap_m || poses_[i].state == SweepState::lost) continue;
      GS_TRY(const PointBuffer points, deskewed(i));
      map.add(points, centre_from_map * poses_[i].map_from_base);
    }
    return map;
  }

  // Registers the key pose to its candidates and keeps the first loop that is confirmed.
  Result<void> close(const Key& now, const PointBuffer& points) {
    for (const auto& [distance, earlier] : candidates_of(now)) {
      ++loops_.candidates;
      GS_TRY(const VoxelPlanes map, local_map(earlier->pose));
      PointBuffer source;
      thin(points, odometry_.thinning_m, filter_, source);
      // Two starts: the motion by odometry, and the same position with the heading of the descriptor.
      const Rigid3d by_track = poses_[earlier->pose].map_from_base.inverse() * poses_[now.pose].map_from_base;
      const double yaw = compare(earlier->descriptor, now.descriptor).yaw_rad;
      const Rigid3d by_shape{Quaterniond::from_rpy(0.0, 0.0, yaw), {}};
      if (const auto factor = verified(map, source, by_track, by_shape)) {
        loops_.factors.push_back({earlier->pose,
                                  now.pose,
                                  *factor,
                                  independent_errors(kSigma_rad, kSigma_m),
                                  {KernelShape::geman_mcclure, kKernelScale}});
        return {};
      }
      ++loops_.rejected;
    }
    return {};
  }

  // The pose of `points` in the local map if registration confirms it.
  std::optional<Rigid3d> verified(const VoxelPlanes& map, const PointBuffer& points, const Rigid3d& by_track,
                                  const Rigid3d& by_shape) const {
    // Two tests of the better start. The surroundings must hold every direction, and from a third of a metre and a
    // degree beside it registration must come back to the same pose, which it seldom does from a false match.
    std::optional<Registration> best;
    for (const Rigid3d& start : {by_track, by_shape}) {
      Registration found = match(map, points, start, kGate_m);
      if (found.converged && (!best || found.matched_share > best->matched_share)) best = std::move(found);
    }
    if (!best || best->matched_share < options_.min_matched_share) return std::nullopt;
    if (!best->weak_shifts.empty() || !best->weak_turns.empty()) return std::nullopt;
    const Rigid3d disturbed = best->map_from_base * Rigid3d{Quaterniond::from_rpy(0.0, 0.0, 0.02), {0.3, -0.2, 0.05}};
    const Registration again = match(map, points, disturbed, 0.5 * kGate_m);
    if (!again.converged) return std::nullopt;
    const Rigid3d off = best->map_from_base.inverse() * again.map_from_base;
    if (norm(off.translation) > kAgree_m || norm(rotation_vector(off.rotation)) > kAgree_rad) return std::nullopt;
    return again.map_from_base;
  }

  Registration match(const VoxelPlanes& map, const PointBuffer& points, const Rigid3d& start, double gate_m) const {
    return register_points(map, points, {.map_from_base = start},
                           {.gate_m = gate_m,
                            .tight_gate_m = kLoopTightGate_m,
                            .iterations = 2 * odometry_.iterations,
                            .min_matches = static_cast<std::size_t>(odometry_.min_matches)});
  }

  SweepSource& sweeps_;
  const std::vector<std::size_t>& sweep_of_pose_;
  const std::vector<OdometryPose>& poses_;
  const OdometryOptions& odometry_;
  const LoopOptions& options_;
  std::vector<double> along_m_;  // distance travelled at every pose
  std::vector<Key> keys_;
  VoxelFilter filter_;
  Loops loops_;
};

}  // namespace

Result<Loops> find_loops(SweepSource& sweeps, const std::vector<std::size_t>& sweep_of_pose,
                         const std::vector<OdometryPose>& poses, const OdometryOptions& odometry,
                         const LoopOptions& options, Progress& progress) {
  if (sweep_of_pose.size() != poses.size()) {
    return fail(ErrorCode::invalid_argument, "{} sweep indices were given for {} poses", sweep_of_pose.size(),
                poses.size());
  }
  return LoopFinder(sweeps, sweep_of_pose, poses, odometry, options).run(progress);
}

}  // namespace gs::mapping
