// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Poses from LiDAR sweeps alone: each sweep is deskewed with the motion estimated so far and registered to the map of
// earlier sweeps. Inertial measurements and wheel odometry help if there are any.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gs/mapping/odometry/adaptive_gate.h"
#include "gs/mapping/odometry/motion_model.h"
#include "gs/mapping/odometry/odometry_options.h"
#include "gs/mapping/odometry/prepared_sweep.h"
#include "gs/mapping/odometry/registration.h"

namespace gs::mapping {

// What happened to a sweep.
enum class SweepState : uint8_t {
  first,       // starts the map
  registered,  // the surroundings constrain all directions
  weak,        // the prediction decided in at least one direction
  lost,        // too few points match: the pose is predicted
};
// The name of the enumerator.
std::string_view to_text(SweepState state);

// One sweep of the track.
struct OdometryPose {
  Timestamp stamp;          // middle of the sweep's point times
  Rigid3d map_from_base{};  // at that time; the first is the identity
  SweepState state = SweepState::first;
  double matched_share = 0, rms_m = 0;             // as in Registration
  double shift_share = 0, turn_share = 0;          // as in Registration
  std::vector<Vec3d> weak_shifts{}, weak_turns{};  // as in Registration, but in base_link axes
};

// Estimates poses sweep by sweep. Memory: the planes around the vehicle and two sweeps. The result does not depend on
// the thread count. One thread at a time.
class LidarOdometry {
 public:
  explicit LidarOdometry(const OdometryOptions& options, const MotionHints& hints = {});

  // Adds the next sweep; points in base_link, map_from_base is ignored. A sweep without point times is taken as
  // deskewed. Unusable points are dropped (prepare_sweep). Errors: invalid_data if the number of point times is not the
  // number of points, if the sweep is not later than the one before, or if the first sweep has fewer usable points than
  // options.min_matches; the odometry is then as before the call.
  Result<void> add(const Sweep& sweep);

  // Poses so far, one per accepted sweep.
  const std::vector<OdometryPose>& poses() const { return poses_; }
  // Velocity at the last sweep, in base_link axes.
  const Twist& twist() const { return model_.twist; }
  // Edge of the map's voxels [m]; 0 before the first sweep if it is chosen automatically.
  double voxel_m() const { return map_.voxel_m(); }

 private:
  void start(PreparedSweep sweep);
  bool settle_start(const PreparedSweep& second);
  double try_start(const PreparedSweep& second, Twist& twist, int rounds);
  void track(const PreparedSweep& sweep);
  Registration match(const PreparedSweep& sweep, const PosePrior& prior, double gate_m);
  PosePrior predict(const PreparedSweep& sweep) const;
  void follow(const Rigid3d& pose, Timestamp middle, bool finished);
  void record(const PreparedSweep& sweep, const Registration& found);
  void insert(const Rigid3d& pose);
  void rebuild_map(const PreparedSweep& sweep, const Rigid3d& pose);

  OdometryOptions options_;
  MotionModel model_;
  VoxelPlanes map_;
  AdaptiveGate gate_;
  VoxelFilter filter_;
  std::vector<OdometryPose> poses_;
  bool settled_ = false;   // the velocity at the start is known
  PreparedSweep first_{};  // kept until the start is settled
  Twist last_step_{};      // mean twist between the last two sweeps
  bool has_last_step_ = false;
  std::size_t lost_in_a_row_ = 0;
  Rigid3d inserted_at_{};          // pose of the last sweep that entered the map
  Vec3d forgotten_at_{};           // position at which the map was last cut
  PointBuffer deskewed_, source_;  // of the current sweep; members to reuse their memory
};

}  // namespace gs::mapping
