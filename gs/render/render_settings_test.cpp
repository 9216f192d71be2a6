// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Render settings of a bundle reach the rasterizer.
#include "gs/render/render_settings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "gs/render/render_scene.h"
#include "gs/splat/factory.h"

namespace gs::render {
namespace {

constexpr int kSide = 41;  // [px]

// A white Gaussian 5 m in front of the camera with a standard deviation of 5 cm, or no Gaussian.
Result<splat::GaussianCloud> cloud_of(std::size_t count) {
  GS_TRY(splat::GaussianCloud cloud, splat::GaussianCloud::create(count, 0));
  const splat::MutableCloudView view = cloud.view();
  for (std::size_t i = 0; i < count; ++i) {
    view.set_position(i, {0, 0, 5});
    view.set_log_scale(i, {-3, -3, -3});
    view.set_rotation(i, {0, 0, 0, 1});
    view.opacity_logit[i] = 0;
    for (int c = 0; c < 3; ++c) view.sh_of(i)[c] = 1.7f;
  }
  return cloud;
}

// Image of a camera at the origin of the map with the settings of `config`.
splat::SplatImage rendered(const world::RenderConfig& config, std::size_t gaussians) {
  auto rasterizer = splat::make_rasterizer(Backend::cpu);
  EXPECT_TRUE((*rasterizer)->upload(cloud_of(gaussians).value()));
  CameraD camera;
  camera.width = camera.height = kSide;
  camera.fx = camera.fy = 60, camera.cx = camera.cy = 0.5 * (kSide - 1);
  splat::RenderSettings settings = settings_of(config);
  settings.alpha = true;
  return render_image(**rasterizer, {.camera = with_limits(camera)}, settings).value();
}

// Sum of alpha over the image [px].
double covered_px(const world::RenderConfig& config) {
  const splat::SplatImage image = rendered(config, 1);
  return std::accumulate(image.alpha.begin(), image.alpha.end(), 0.0);
}

std::vector<int> first_pixel(const splat::SplatImage& image) { return {image.rgb8.begin(), image.rgb8.begin() + 3}; }

TEST(RenderSettingsOfABundle, ValuesThatTheFileOmitsAreTheDefaultsOfTheRasterizer) {
  const splat::RenderSettings settings = settings_of({}), defaults;
  EXPECT_EQ(settings.near_m, defaults.near_m);
  EXPECT_EQ(settings.far_m, defaults.far_m);
  EXPECT_EQ(settings.low_pass_px2, defaults.low_pass_px2);
  EXPECT_EQ(settings.antialiasing, defaults.antialiasing);
  EXPECT_TRUE(settings.color);
  EXPECT_FALSE(settings.alpha || settings.depth);
}

TEST(RenderSettingsOfABundle, TheBackgroundFillsAnEmptyScene) {
  world::RenderConfig config;
  config.background_color = {0.2, 0.4, 0.6};
  EXPECT_EQ(first_pixel(rendered(config, 0)), (std::vector{51, 102, 153}));
}

// Closed form: colour * (white_balance * 2^exposure_compensation)^(1 / gamma).
TEST(RenderSettingsOfABundle, TheColourCorrectionIsApplied) {
  world::RenderConfig config;
  config.background_color = {0.25, 0.25, 0.25};
  config.color_correction = {.white_balance = {1, 2, 0.5}, .exposure_compensation = 1, .gamma = 2};
  EXPECT_EQ(first_pixel(rendered(config, 0)), (std::vector{90, 128, 64}));  // 63.75 * {sqrt(2), 2, 1}
}

TEST(RenderSettingsOfABundle, GaussiansOutsideTheNearAndFarPlanesAreNotRendered) {
  world::RenderConfig around, in_front, behind;
  around.near_plane_m = 4, around.far_plane_m = 6;
  in_front.near_plane_m = 1, in_front.far_plane_m = 4;
  behind.near_plane_m = 6, behind.far_plane_m = 10;
  EXPECT_GT(covered_px(around), 0.5);
  EXPECT_EQ(covered_px(in_front), 0);
  EXPECT_EQ(covered_px(behind), 0);
}

// Sum of alpha = peak * exp(-d^2 / 2v) over all pixels with alpha >= 1/255, the least that is drawn: the integral is
// 2 pi v (peak - 1/255), where v is the variance on the image plus that of the filter. Opacity compensation multiplies
// the peak by the quotient of the variances without and with the filter.
TEST(RenderSettingsOfABundle, TheLowPassFilterAndItsCompensationAreThoseOfTheFile) {
  const double projected = std::pow(60.0 / 5 * std::exp(-3.0), 2);  // [px^2]
  for (const double filter : {0.3, 2.0, 8.0}) {
    for (const bool compensated : {false, true}) {
      world::RenderConfig config;
      config.low_pass_px2 = filter;
      config.antialiasing = compensated;
      const double variance = projected + filter, peak = compensated ? 0.5 * projected / variance : 0.5;
      const double expected = 2 * std::numbers::pi * variance * (peak - 1.0 / 255);
      EXPECT_NEAR(covered_px(config) / expected, 1, 0.03) << filter << ", compensated " << compensated;
    }
  }
}

}  // namespace
}  // namespace gs::render
