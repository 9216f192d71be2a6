// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Constant rotation between the path of a LiDAR and odometry (hand-eye calibration for small angles).
#pragma once

#include <optional>
#include <span>

#include "gs/geometry/mat3.h"
#include "gs/geometry/rigid.h"

namespace gs::mapping {

// Normal equations of the rotation; those of several pieces of a drive are added up.
struct HandEye {
  Mat3d information{};  // [1/rad^2]
  Vec3d right{};

  HandEye& operator+=(const HandEye& o);
};

// The rotation vector that turns LiDAR data in base_link to where odometry needs it [rad], and its standard deviations.
struct HandEyeRotation {
  Vec3d rotation{}, sigma_rad{};
};

// Compares steps of about 5 m of two paths of base_link. `lidar` are poses of base_link that follow from the LiDAR with
// its present extrinsics, `odometry` the poses at the same times. With a rotation error about the LiDAR's position s,
// the step of s in base_link axes satisfies u_odometry = R u_lidar, and rotation vectors satisfy w_odometry = R
// w_lidar. Straight driving determines pitch and yaw, bends determine roll.
HandEye compare_steps(std::span<const Rigid3d> lidar, std::span<const Rigid3d> odometry, Vec3d sensor_in_base);

// Solves the equations; axes without information get the rotation 0 and an infinite sigma.
HandEyeRotation solve(const HandEye& equations);

}  // namespace gs::mapping
