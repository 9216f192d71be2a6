// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Quaternions and rigid transforms: inverses, other representations and their special cases.
#include "gs/geometry/rigid.h"

#include <gtest/gtest.h>

#include "gs/core/numbers/random.h"

namespace gs {
namespace {

Quaterniond random_rotation(Random& random) {
  return normalized(Quaterniond{random.normal(), random.normal(), random.normal(), random.normal()});
}
Vec3d random_vector(Random& random) { return {random.normal(), random.normal(), random.normal()}; }

void expect_near(Vec3d a, Vec3d b, double tolerance = 1e-12) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

TEST(Rigid, InverseUndoesAndProductsChain) {
  for (uint64_t i = 0; i < 200; ++i) {
    Random random(1, purpose("rigid"), i);
    const Rigid3d a{random_rotation(random), random_vector(random)}, b{random_rotation(random), random_vector(random)};
    const Vec3d p = random_vector(random);
    expect_near(a.inverse() * (a * p), p);
    expect_near((a * b) * p, a * (b * p));
  }
}

TEST(Quaternion, MatrixFormsAgreeAndReturn) {
  for (uint64_t i = 0; i < 500; ++i) {
    Random random(2, purpose("matrix"), i);
    const Quaterniond q = random_rotation(random);
    const Vec3d p = random_vector(random);
    expect_near(to_matrix(q) * p, q * p);
    EXPECT_NEAR(determinant(to_matrix(q)), 1.0, 1e-12);
    EXPECT_NEAR(angle_between(to_quaternion(to_matrix(q)), q), 0.0, 1e-7);
  }
  // Rotations by pi about each axis, where the trace is -1.
  for (const Quaterniond q : {Quaterniond{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}) {
    EXPECT_NEAR(angle_between(to_quaternion(to_matrix(q)), q), 0.0, 1e-12);
  }
}

TEST(Quaternion, RollPitchYawIsIntrinsicZyx) {
  const auto about = [](Vec3d axis, double angle) { return Quaterniond::from_axis_angle(axis, angle); };
  const double roll = 0.3, pitch = -0.4, yaw = 2.1;
  const Quaterniond chained = about({0, 0, 1}, yaw) * about({0, 1, 0}, pitch) * about({1, 0, 0}, roll);
  EXPECT_NEAR(angle_between(chained, Quaterniond::from_rpy(roll, pitch, yaw)), 0.0, 1e-7);
  const Rpy back = to_rpy(chained);
  EXPECT_NEAR(back.roll, roll, 1e-12);
  EXPECT_NEAR(back.pitch, pitch, 1e-12);
  EXPECT_NEAR(back.yaw, yaw, 1e-12);
  // Gimbal lock: roll and yaw are ambiguous, but the rotation must be the same.
  for (const double p : {kPi / 2, -kPi / 2}) {
    const Quaterniond locked = Quaterniond::from_rpy(0.2, p, 0.5);
    const Rpy r = to_rpy(locked);
    EXPECT_NEAR(angle_between(Quaterniond::from_rpy(r.roll, r.pitch, r.yaw), locked), 0.0, 1e-6);
  }
}

TEST(Quaternion, SlerpTurnsAtConstantSpeedTheShortWay) {
  const Quaterniond a = Quaterniond::from_rpy(0, 0, 0.2), b = Quaterniond::from_rpy(0, 0, 1.0);
  const Quaterniond minus_b{-b.x, -b.y, -b.z, -b.w};
  for (const double t : {0.0, 0.25, 0.5, 1.0}) {
    EXPECT_NEAR(to_rpy(slerp(a, b, t)).yaw, 0.2 + 0.8 * t, 1e-12);
    EXPECT_NEAR(to_rpy(slerp(a, minus_b, t)).yaw, 0.2 + 0.8 * t, 1e-12);
  }
  EXPECT_NEAR(angle_between(slerp(a, a, 0.5), a), 0.0, 1e-12);
}

TEST(Quaternion, RotationVectorIsTheLogarithm) {
  for (const Vec3d w : {Vec3d{0.1, -0.2, 0.3}, {0, 0, 0}, {1e-12, 0, 0}, {0, 3.1, 0}}) {
    expect_near(rotation_vector(rotation_from_vector(w)), w, 1e-9);
  }
}

}  // namespace
}  // namespace gs
