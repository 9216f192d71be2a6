// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Every name of a lens model gives its coefficients in the order of that model; others are refused by name.
#include "gs/builder/calibration/lens_models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gs/geometry/omni_camera.h"

namespace gs::builder {
namespace {

using ::testing::HasSubstr;

world::CameraIntrinsics matrix() {
  world::CameraIntrinsics c;
  c.width = 1400, c.height = 1400, c.fx = 1330, c.fy = 1331, c.cx = 710, c.cy = 705;
  return c;
}

TEST(LensModels, CoefficientsAreInTheOrderOfTheirModel) {
  const std::vector<double> d = {1, 2, 3, 4, 5, 6, 7, 8};
  for (const char* name : {"", "plumb_bob", "radtan", "rational_polynomial"}) {
    const auto c = with_distortion(matrix(), name, d).value();
    EXPECT_EQ(c.lens, Lens::radtan);
    EXPECT_EQ(c.p1, 3) << name;
    EXPECT_EQ(c.k3, 5) << name;
    EXPECT_EQ(c.k6, 8) << name;
  }
  for (const char* name : {"equidistant", "fisheye", "kannala_brandt"}) {
    const auto c = with_distortion(matrix(), name, std::span(d).first(4)).value();
    EXPECT_EQ(c.lens, Lens::equidistant);
    EXPECT_EQ(c.k4, 4) << name;
    EXPECT_EQ(c.fx, 1330);
  }
}

TEST(LensModels, OmniBecomesTheSameEquidistantCamera) {
  const auto c = with_distortion(matrix(), "omni", std::vector<double>{2.2, 0.017, 1.65, 0, 0}).value();
  EXPECT_EQ(c.lens, Lens::equidistant);
  const OmniCamera omni{1400, 1400, 2.2, 1330, 1331, 710, 705, 0.017, 1.65, 0, 0};
  const CameraD camera = with_limits(world::to_camera(c));
  for (const double theta : {0.0, 0.4, 0.9, 1.3, 1.65}) {
    const Vec3d ray{std::sin(theta) * 0.8, std::sin(theta) * 0.6, std::cos(theta)};
    EXPECT_LT(norm(project(camera, ray) - *project(omni, ray)), kMostLensError_px) << theta;
  }
}

// Images of an omni camera that no equidistant model fits are to be resampled; with_distortion() refuses it.
TEST(LensModels, OmniWithTangentialPartIsToBeResampled) {
  const std::vector<double> round = {2.2, 0.017, 1.65, 0, 0}, bent = {2.2, 0.017, 1.65, 0.0003, -0.0002};
  EXPECT_FALSE(omni_to_resample(matrix(), "omni", round).value().has_value());
  EXPECT_FALSE(omni_to_resample(matrix(), "plumb_bob", bent).value().has_value());
  const auto omni = omni_to_resample(matrix(), "mei", bent).value();
  ASSERT_TRUE(omni.has_value());
  EXPECT_EQ(omni->xi, 2.2);
  EXPECT_EQ(omni->gamma_x, 1330);
  EXPECT_EQ(omni->p1, 0.0003);
  EXPECT_EQ(omni->p2, -0.0002);
  EXPECT_FALSE(with_distortion(matrix(), "mei", bent));
  EXPECT_FALSE(omni_to_resample(matrix(), "omni", std::vector<double>{0.017, 1.65, 0, 0}));
  EXPECT_FALSE(omni_to_resample(matrix(), "omni", std::vector<double>{1e300, 1e300, 0, 0, 0}));
}

TEST(LensModels, WhatCannotBeReadIsRefusedByName) {
  const auto refusal = [](std::string_view model, const std::vector<double>& d) {
    const auto c = with_distortion(matrix(), model, d);
    return c ? std::string() : c.error().message;
  };
  EXPECT_THAT(refusal("fisheye62", {}), HasSubstr("'fisheye62'"));
  EXPECT_THAT(refusal("plumb_bob", {1, NAN}), HasSubstr("coefficient 1"));
  EXPECT_THAT(refusal("rational_polynomial", {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.1}), HasSubstr("tilt"));
  EXPECT_EQ(refusal("rational_polynomial", {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}), "");
  EXPECT_THAT(refusal("mei", {1e300, 1e300, 0, 0, 0}), HasSubstr("cannot be converted"));
  EXPECT_THAT(refusal("omni", {2.2, 0.017, 1.65, 0.3, 0.3}), HasSubstr("cannot be converted"));
}

// Fisheye models of other programs have the same names and more coefficients; some store xi apart.
TEST(LensModels, OtherNumbersOfCoefficientsAreRefused) {
  const auto refusal = [](std::string_view model, const std::vector<double>& d) {
    const auto c = with_distortion(matrix(), model, d);
    return c ? std::string() : c.error().message;
  };
  EXPECT_THAT(refusal("fisheye", {0.1, 0, 0, 0, 0.01}), HasSubstr("coefficient 4 is 0.01: the model fisheye has 4"));
  EXPECT_EQ(refusal("equidistant", {0.1, 0, 0, 0, 0}), "");
  EXPECT_THAT(refusal("omni", {0.017, 1.65, 0.0003, -0.0002}), HasSubstr("has 4 distortion coefficients, 5"));
  EXPECT_THAT(refusal("omni", {2.2, 0.017, 1.65, 0, 0, 0.1}), HasSubstr("coefficient 5"));
}

}  // namespace
}  // namespace gs::builder
