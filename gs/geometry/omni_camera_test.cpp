// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The unified omnidirectional model in closed form, and its conversion to the equidistant model to fractions of a
// pixel.
#include "gs/geometry/omni_camera.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gs {
namespace {

// A fisheye of 185 degrees in the manner of car cameras, 1400 x 1400.
OmniCamera wide() {
  return {.width = 1400,
          .height = 1400,
          .xi = 2.2,
          .gamma_x = 1330,
          .gamma_y = 1331,
          .cx = 710,
          .cy = 705,
          .k1 = 0.017,
          .k2 = 1.65,
          .p1 = 0.0003,
          .p2 = -0.0002};
}

TEST(OmniCamera, ProjectsInClosedForm) {
  const OmniCamera plain{.width = 640, .height = 480, .xi = 1, .gamma_x = 300, .gamma_y = 300, .cx = 320, .cy = 240};
  // At 90 degrees to the right with xi = 1: m = 1 / (0 + 1).
  const auto right = project(plain, {2, 0, 0});
  ASSERT_TRUE(right);
  EXPECT_NEAR(right->x, 620, 1e-9);
  EXPECT_NEAR(right->y, 240, 1e-9);
  EXPECT_FALSE(project(plain, {0, 0, -1}).has_value());
  OmniCamera pinhole = plain;
  pinhole.xi = 0;
  EXPECT_NEAR(project(pinhole, {1, 0, 2})->x, 320 + 150, 1e-9);
  EXPECT_FALSE(project(pinhole, {1, 0, -0.1}).has_value());
}

TEST(OmniCamera, TheEquidistantFitIsTheSameCamera) {
  const auto fit = fit_equidistant(wide());
  ASSERT_TRUE(fit);
  EXPECT_LT(fit->most_error_px, 0.5);
  EXPECT_EQ(fit->camera.lens, Lens::equidistant);
  EXPECT_GT(fit->camera.limit, kPi / 2);  // directions behind the image plane are seen
  // A direction 92 degrees from the axis, which a pinhole cannot have.
  const Vec3d behind{std::sin(1.6), 0, std::cos(1.6)};
  const auto wanted = project(wide(), behind);
  ASSERT_TRUE(wanted);
  ASSERT_TRUE(can_project(fit->camera, behind));
  EXPECT_LT(norm(project(fit->camera, behind) - *wanted), 0.5);
}

// Without distortion and with xi = 1 the model is stereographic: radius 2 tan(theta / 2) / 2.
TEST(OmniCamera, FitsAStereographicLens) {
  const OmniCamera plain{.width = 800, .height = 800, .xi = 1, .gamma_x = 400, .gamma_y = 400, .cx = 400, .cy = 400};
  const auto fit = fit_equidistant(plain);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->camera.fx, 200, 1e-9);
  EXPECT_LT(fit->most_error_px, 0.5);
}

TEST(OmniCamera, BadParametersGiveNoFit) {
  for (const double bad : std::initializer_list<double>{NAN, INFINITY, -1.0}) {
    OmniCamera camera = wide();
    camera.xi = bad;
    EXPECT_FALSE(fit_equidistant(camera).has_value()) << bad;
    camera = wide(), camera.gamma_x = bad;
    EXPECT_FALSE(fit_equidistant(camera).has_value()) << bad;
  }
  OmniCamera outside = wide();
  outside.cx = 1e7;
  EXPECT_FALSE(fit_equidistant(outside).has_value());
}

}  // namespace
}  // namespace gs
