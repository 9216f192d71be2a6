// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Spherical harmonics are orthonormal; their gradients equal those of dual numbers.
#include "gs/splat/kernel/sh.h"

#include <gtest/gtest.h>

#include "gs/core/numbers/dual.h"
#include "gs/core/numbers/random.h"

namespace gs::splat {
namespace {

Vec3d random_direction(Random& random) { return normalized(Vec3d{random.normal(), random.normal(), random.normal()}); }

// Monte Carlo integration of all products of basis functions.
TEST(SphericalHarmonics, AreOrthonormalOverTheSphere) {
  constexpr int kSamples = 200'000;
  double product[16][16] = {};
  for (uint64_t i = 0; i < kSamples; ++i) {
    Random random(3, purpose("sphere"), i);
    double b[16];
    sh_basis(random_direction(random), 3, b);
    for (int j = 0; j < 16; ++j) {
      for (int k = 0; k < 16; ++k) product[j][k] += b[j] * b[k] * 4 * kPi / kSamples;
    }
  }
  for (int j = 0; j < 16; ++j) {
    for (int k = 0; k < 16; ++k) EXPECT_NEAR(product[j][k], j == k ? 1.0 : 0.0, 0.02) << j << " " << k;
  }
}

TEST(SphericalHarmonics, GradientByDirectionMatchesDuals) {
  using D = Dual<3>;
  for (int degree = 0; degree <= 3; ++degree) {
    for (uint64_t i = 0; i < 20; ++i) {
      Random random(4, purpose("sh"), i);
      const Vec3d d = random_direction(random);
      double v[16];
      for (double& x : v) x = random.uniform(-1, 1);
      const Vec3d mine = sh_basis_vjp(d, degree, v);
      D b[16];
      sh_basis(Vec3<D>{D::variable(d.x, 0), D::variable(d.y, 1), D::variable(d.z, 2)}, degree, b);
      D loss(0.0);
      for (int k = 0; k < (degree + 1) * (degree + 1); ++k) loss += b[k] * D(v[k]);
      EXPECT_NEAR(mine.x, loss.d[0], 1e-12);
      EXPECT_NEAR(mine.y, loss.d[1], 1e-12);
      EXPECT_NEAR(mine.z, loss.d[2], 1e-12);
    }
  }
}

TEST(SphericalHarmonics, GradientByOffsetMatchesDuals) {
  using D = Dual<3>;
  Random random(5, purpose("offset"), 0);
  const Vec3d offset{1.5, -2, 0.7}, v{0.3, -0.9, 0.4};
  const Vec3<D> d = view_direction(Vec3<D>{D::variable(1.5, 0), D::variable(-2.0, 1), D::variable(0.7, 2)});
  const D loss = d.x * D(v.x) + d.y * D(v.y) + d.z * D(v.z);
  const Vec3d mine = view_direction_vjp(offset, v);
  EXPECT_NEAR(mine.x, loss.d[0], 1e-13);
  EXPECT_NEAR(mine.y, loss.d[1], 1e-13);
  EXPECT_NEAR(mine.z, loss.d[2], 1e-13);
}

TEST(SphericalHarmonics, ColourIsNotNegativeAndHasNoGradientThere) {
  EXPECT_EQ(sh_color(-0.7), 0.0);
  EXPECT_EQ(sh_color_vjp(sh_color(-0.7), 3.0), 0.0);
  EXPECT_EQ(sh_color_vjp(sh_color(0.2), 3.0), 3.0);
}

}  // namespace
}  // namespace gs::splat
