// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Camera models: formulas worked out by hand, inverses, derivatives and the limits of the distortion.
#include "gs/geometry/camera.h"

#include <gtest/gtest.h>

#include "gs/core/numbers/dual.h"
#include "gs/core/numbers/random.h"
#include "gs/core/numbers/simd.h"

namespace gs {
namespace {

CameraD pinhole() { return {.width = 640, .height = 480, .fx = 500, .fy = 510, .cx = 320, .cy = 240}; }

struct NamedCamera {
  const char* name;
  CameraD camera;
};

// One camera of each kind: ideal, with polynomial and rational distortion, and fisheyes without and with coefficients.
std::vector<NamedCamera> cameras() {
  CameraD radtan = pinhole(), rational = pinhole(), fisheye = pinhole(), bent = pinhole();
  radtan.k1 = -0.3, radtan.k2 = 0.12, radtan.k3 = -0.02, radtan.p1 = 1e-3, radtan.p2 = -2e-3;
  rational = radtan, rational.k4 = 0.1, rational.k5 = -0.05, rational.k6 = 0.01;
  fisheye.lens = bent.lens = Lens::equidistant;
  fisheye.fx = fisheye.fy = bent.fx = bent.fy = 220;
  bent.k1 = -0.02, bent.k2 = 0.004, bent.k3 = -0.003, bent.k4 = 0.0005;
  std::vector<NamedCamera> all{{"pinhole", pinhole()},
                               {"radtan", radtan},
                               {"rational", rational},
                               {"equidistant", fisheye},
                               {"equidistant k", bent}};
  for (auto& c : all) c.camera = with_limits(c.camera);
  return all;
}

// A point in front of the camera; for fisheyes up to 72 degrees from the axis in x and y.
Vec3d random_point(const CameraD& camera, uint64_t i) {
  Random random(3, purpose("camera"), i);
  const double spread = camera.lens == Lens::equidistant ? 3.0 : 0.55;
  const double z = random.uniform(0.5, 20.0);
  return {random.uniform(-spread, spread) * z, random.uniform(-spread, spread) * z, z};
}

TEST(Camera, PinholeIsTheTextbookFormula) {
  const Vec2d pixel = project(pinhole(), Vec3d{1.0, -0.5, 2.0});
  EXPECT_DOUBLE_EQ(pixel.x, 500 * 0.5 + 320);
  EXPECT_DOUBLE_EQ(pixel.y, 510 * -0.25 + 240);
}

TEST(Camera, RadtanMatchesValuesWorkedOutByHand) {
  CameraD c = pinhole();
  c.k1 = 0.1, c.p1 = 0.01, c.p2 = 0.02;
  // x = 0.5, y = 0.25: r2 = 0.3125, radial = 1.03125
  const Vec2d pixel = project(c, Vec3d{0.5, 0.25, 1.0});
  EXPECT_NEAR(pixel.x, 500 * (0.5 * 1.03125 + 2 * 0.01 * 0.125 + 0.02 * (0.3125 + 0.5)) + 320, 1e-12);
  EXPECT_NEAR(pixel.y, 510 * (0.25 * 1.03125 + 0.01 * (0.3125 + 0.125) + 2 * 0.02 * 0.125) + 240, 1e-12);
}

// Property: unproject(project(p)) is the direction of p, for every camera model.
TEST(Camera, UnprojectUndoesProject) {
  for (const auto& [name, camera] : cameras()) {
    int tried = 0;
    for (uint64_t i = 0; i < 500; ++i) {
      const Vec3d p = random_point(camera, i);
      if (!can_project(camera, p)) continue;
      ++tried;
      const auto ray = unproject(camera, project(camera, p));
      ASSERT_TRUE(ray) << name << " " << i;
      EXPECT_NEAR(norm(*ray - normalized(p)), 0.0, 1e-8) << name << " " << i;
    }
    EXPECT_GT(tried, 250) << name;
  }
}

// Property: the hand-written derivative equals automatic differentiation, to rounding.
TEST(Camera, JacobianEqualsDualNumbers) {
  using D = Dual<3>;
  for (const auto& [name, camera] : cameras()) {
    for (uint64_t i = 0; i < 100; ++i) {
      const Vec3d p = random_point(camera, i);
      const auto exact = project(camera, Vec3<D>{D::variable(p.x, 0), D::variable(p.y, 1), D::variable(p.z, 2)});
      const auto ours = project_with_jacobian(camera, p);
      for (std::size_t j = 0; j < 3; ++j) {
        EXPECT_NEAR(ours.j[0][j], exact.x.d[j], 1e-9 * (1 + std::abs(exact.x.d[j]))) << name;
        EXPECT_NEAR(ours.j[1][j], exact.y.d[j], 1e-9 * (1 + std::abs(exact.y.d[j]))) << name;
      }
    }
  }
}

// On the axis the formula would divide 0 by 0; the code uses the limit instead.
TEST(Camera, FisheyeIsSmoothOnItsAxis) {
  const CameraD camera = cameras()[4].camera;
  const auto on_axis = project_with_jacobian(camera, Vec3d{0, 0, 2});
  EXPECT_DOUBLE_EQ(on_axis.pixel.x, camera.cx);
  EXPECT_NEAR(on_axis.j[0][0], camera.fx / 2, 1e-12);
  EXPECT_NEAR(on_axis.j[0][2], 0.0, 1e-12);
  const auto beside = project_with_jacobian(camera, Vec3d{1e-4, 0, 2});
  EXPECT_NEAR(beside.j[0][0], on_axis.j[0][0], 1e-4);
}

// A point with negative z is valid for a fisheye of more than 180 degrees.
TEST(Camera, FisheyeSeesBehindItsPlane) {
  const CameraD camera = cameras()[3].camera;
  const Vec3d p = normalized(Vec3d{1.0, 0.2, -0.3});
  ASSERT_TRUE(can_project(camera, p));
  EXPECT_NEAR(norm(*unproject(camera, project(camera, p)) - p), 0.0, 1e-9);
}

TEST(Camera, PointsWhereTheDistortionFoldsBackAreRefused) {
  CameraD camera = pinhole();
  camera.k1 = -0.3;  // the maximum of r (1 - 0.3 r^2) is at r = 1 / sqrt(0.9)
  camera = with_limits(camera);
  EXPECT_NEAR(camera.limit, 1.0 / 0.9, 1e-6);
  EXPECT_TRUE(can_project(camera, Vec3d{1.0, 0, 1.0}));
  EXPECT_FALSE(can_project(camera, Vec3d{1.1, 0, 1.0}));
  EXPECT_FALSE(can_project(camera, Vec3d{0, 0, -1.0}));
  EXPECT_FALSE(unproject(camera, {camera.cx + camera.fx * 2.0, camera.cy}));
}

TEST(Camera, PacksProjectLikeFloats) {
  for (const auto& [name, camera] : cameras()) {
    if (camera.lens == Lens::equidistant) continue;  // needs atan2 of packs, which is less exact (simd_math.h)
    const CameraF f = to_float(camera);
    float x[8], y[8], z[8];
    for (uint64_t i = 0; i < 8; ++i) {
      const Vec3f p = cast<float>(random_point(camera, i));
      x[i] = p.x, y[i] = p.y, z[i] = p.z;
    }
    using P = Pack<8>;
    const auto many = detail::project_radtan(f, Vec3<P>{P::load(x), P::load(y), P::load(z)});
    for (int i = 0; i < 8; ++i) {
      const auto one = detail::project_radtan(f, Vec3f{x[i], y[i], z[i]});
      EXPECT_EQ(many.pixel.x[i], one.pixel.x) << name;
      EXPECT_EQ(many.j[1][2][i], one.j[1][2]) << name;
    }
  }
}

TEST(Camera, ScalingKeepsDirections) {
  const CameraD camera = cameras()[1].camera;
  const CameraD small = scaled(camera, 320, 240);
  const Vec2d pixel = project(camera, Vec3d{0.3, 0.2, 1.0}), half = project(small, Vec3d{0.3, 0.2, 1.0});
  EXPECT_NEAR(half.x, (pixel.x + 0.5) / 2 - 0.5, 1e-9);
  EXPECT_NEAR(half.y, (pixel.y + 0.5) / 2 - 0.5, 1e-9);
}

}  // namespace
}  // namespace gs
