// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Motion of the vehicle between two close times, from the best source at hand; and deskewing of points with it.
#pragma once

#include <optional>

#include "gs/geometry/trajectory.h"
#include "gs/mapping/odometry/imu_track.h"
#include "gs/mapping/odometry/point_buffer.h"
#include "gs/mapping/odometry/twist.h"

namespace gs::mapping {

// Sources of motion beside the sweeps; both may be missing. They must outlive the odometry.
struct MotionHints {
  const Trajectory* odometry = nullptr;  // wheel odometry: odom_from_base
  const ImuTrack* imu = nullptr;
};

// Predicts motions by odometry; without it by the constant twist, with the rotation of the gyro if there is one.
class MotionModel {
 public:
  explicit MotionModel(const MotionHints& hints) : hints_(hints) {}

  // base(a)_from_base(b).
  Rigid3d motion(Timestamp a, Timestamp b) const;
  // True if odometry covers both times.
  bool has_odometry(Timestamp a, Timestamp b) const;
  // Rotation base(a)_from_base(b) by the gyro, without its bias; empty if it does not cover both times.
  std::optional<Quaterniond> gyro_rotation(Timestamp a, Timestamp b) const;

  Twist twist{};      // of base_link, used where no other source covers the time
  Vec3d gyro_bias{};  // [rad/s]

 private:
  MotionHints hints_;
};

// Moves points from base_link at their own time to base_link at `reference`. Times in `points` count from `stamp`.
void deskew_points(const PointBuffer& points, Timestamp stamp, Timestamp reference, const MotionModel& model,
                   PointBuffer& out);

}  // namespace gs::mapping
