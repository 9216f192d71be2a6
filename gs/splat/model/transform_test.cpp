// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rigid motion and scale of Gaussians with their colours.
#include "gs/splat/model/transform.h"

#include <gtest/gtest.h>

#include "gs/splat/kernel/sh.h"
#include "gs/splat/model/testing/test_cloud.h"

namespace gs::splat {
namespace {

using namespace testing;

const Quaterniond kTurn = normalized(Quaterniond{0.3, -0.5, 0.2, 0.7});

// Sum of basis times coefficients for a viewing direction.
float color(const CloudView& cloud, std::size_t i, int channel, Vec3f direction) {
  float basis[16], sum = 0;
  sh_basis(direction, cloud.sh_degree, basis);
  for (int k = 0; k < cloud.coefficients(); ++k) sum += basis[k] * cloud.sh_of(i)[channel * cloud.coefficients() + k];
  return sum;
}

// The colour seen from direction d before equals that seen from R d afterwards.
TEST(Transform, ColoursTurnWithTheCloud) {
  for (int degree = 0; degree <= 3; ++degree) {
    const GaussianCloud before = random_cloud(5, degree);
    GaussianCloud after = copy_of(before.view()).value();
    transform(after.view(), {kTurn, {1, 2, 3}});
    for (std::size_t i = 0; i < before.size(); ++i) {
      for (const Vec3d d : {Vec3d{0.6, 0, 0.8}, Vec3d{-0.48, 0.64, 0.6}, Vec3d{0, -1, 0}}) {
        for (int c = 0; c < 3; ++c) {
          EXPECT_NEAR(color(before.view(), i, c, cast<float>(d)),
                      color(std::as_const(after).view(), i, c, cast<float>(kTurn * d)), 2e-6);
        }
      }
    }
  }
}

TEST(Transform, ShapesMoveAndGrowAsRigidBodies) {
  const GaussianCloud before = random_cloud(8, 1);
  GaussianCloud after = copy_of(before.view()).value();
  const Rigid3d pose{kTurn, {10, -20, 5}};
  transform(after.view(), pose, 2);
  const CloudView a = before.view(), b = std::as_const(after).view();
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Vec3d expected = pose * (cast<double>(a.position_of(i)) * 2.0);
    EXPECT_NEAR(b.position_of(i).x, expected.x, 1e-4);
    EXPECT_NEAR(b.position_of(i).z, expected.z, 1e-4);
    EXPECT_NEAR(b.log_scale_of(i).y, a.log_scale_of(i).y + std::log(2.f), 1e-6);
    const Quaternionf q = a.rotation_of(i), r = b.rotation_of(i);
    const Vec3d axis{1, 0, 0};
    const Vec3d whole = kTurn * (Quaterniond{q.x, q.y, q.z, q.w} * axis),
                moved = Quaterniond{r.x, r.y, r.z, r.w} * axis;
    EXPECT_NEAR(norm(whole - moved), 0, 1e-6);
  }
}

TEST(Transform, ThereAndBackIsTheSame) {
  const GaussianCloud before = random_cloud(20, 3);
  GaussianCloud cloud = copy_of(before.view()).value();
  const Rigid3d pose{kTurn, {10, -20, 5}};
  transform(cloud.view(), pose);
  transform(cloud.view(), pose.inverse());
  for (std::size_t i = 0; i < before.block().size(); ++i) ASSERT_NEAR(before.block()[i], cloud.block()[i], 2e-5) << i;
}

}  // namespace
}  // namespace gs::splat
