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

// radius 200 tan(theta / 2) reaches the sides of the image, 350 px from its centre, at 2 atan(1.75 / 2).
TEST(OmniCamera, TheIdealCameraHoldsWhatIsRecorded) {
  const OmniCamera plain{.width = 701, .height = 401, .xi = 1, .gamma_x = 400, .gamma_y = 400, .cx = 350, .cy = 200};
  const auto ideal = ideal_equidistant(plain);
  ASSERT_TRUE(ideal);
  EXPECT_FALSE(ideal->k1 != 0 || ideal->k2 != 0 || ideal->k3 != 0 || ideal->k4 != 0);
  EXPECT_DOUBLE_EQ(ideal->fx, 200);
  EXPECT_DOUBLE_EQ(ideal->fy, 200);
  // The sides are 350.5 px from the centre, half a pixel behind the centre of the last pixel.
  const double half = 200 * 2 * std::atan(350.5 / 400);
  EXPECT_NEAR(ideal->width, 2 * std::floor(half) + 1, 0.1);
  EXPECT_NEAR(ideal->height, 2 * std::floor(200 * 2 * std::atan(200.5 / 400)) + 1, 0.1);
  EXPECT_EQ(ideal->cx, (ideal->width - 1) / 2);
  EXPECT_EQ(ideal->cy, (ideal->height - 1) / 2);
}

// The whole circle of 100 degrees is recorded; what lies further out is not asked for.
TEST(OmniCamera, TheIdealCameraEndsAtTheWidestAngle) {
  const OmniCamera plain{.width = 1401, .height = 1401, .xi = 1, .gamma_x = 400, .gamma_y = 400, .cx = 700, .cy = 700};
  const auto ideal = ideal_equidistant(plain);
  ASSERT_TRUE(ideal);
  EXPECT_EQ(ideal->width, 2 * static_cast<int>(std::floor(200 * kWidestOmni_rad)) + 1);
  EXPECT_FALSE(recorded_pixel(with_limits(plain), {std::sin(1.8), 0, std::cos(1.8)}).has_value());
  EXPECT_TRUE(recorded_pixel(with_limits(plain), {std::sin(1.7), 0, std::cos(1.7)}).has_value());
}

// A distortion that would need an image much larger than the recorded one does not get it.
TEST(OmniCamera, TheIdealCameraHasAtMostTwiceTheSides) {
  const OmniCamera flat{
      .width = 101, .height = 101, .xi = 1, .gamma_x = 400, .gamma_y = 400, .cx = 50, .cy = 50, .k1 = -3, .k2 = 5.4};
  const auto ideal = ideal_equidistant(flat);
  ASSERT_TRUE(ideal);
  EXPECT_LE(ideal->width, 202);
  EXPECT_LE(ideal->height, 202);
}

TEST(OmniCamera, ScaledCamerasProjectToTheSamePartOfTheImage) {
  const OmniCamera half = scaled(wide(), 700, 700);
  const Vec3d ray{0.4, -0.3, 0.2};
  const Vec2d all = project(wide(), ray).value(), small = project(half, ray).value();
  EXPECT_NEAR(small.x, (all.x + 0.5) / 2 - 0.5, 1e-9);
  EXPECT_NEAR(small.y, (all.y + 0.5) / 2 - 0.5, 1e-9);
}

TEST(OmniCamera, BadParametersGiveNoFit) {
  for (const double bad : std::initializer_list<double>{NAN, INFINITY, -1.0}) {
    OmniCamera camera = wide();
    camera.xi = bad;
    EXPECT_FALSE(fit_equidistant(camera).has_value()) << bad;
    camera = wide(), camera.gamma_x = bad;
    EXPECT_FALSE(fit_equidistant(camera).has_value()) << bad;
    EXPECT_FALSE(ideal_equidistant(camera).has_value()) << bad;
  }
  OmniCamera outside = wide();
  outside.cx = 1e7;
  EXPECT_FALSE(fit_equidistant(outside).has_value());
  EXPECT_FALSE(ideal_equidistant(outside).has_value());
}

}  // namespace
}  // namespace gs
