// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The box of a splat is tight around the pixels that it reaches.
#include "gs/splat/kernel/splat_ellipse.h"

#include <gtest/gtest.h>

#include <limits>

#include "gs/core/numbers/random.h"

namespace gs::splat {
namespace {

View<double> simple_view() {
  View<double> view;
  view.camera.width = 640, view.camera.height = 480;
  view.camera.fx = view.camera.fy = 500, view.camera.cx = 320, view.camera.cy = 240;
  view.camera_from_map = Mat3d::identity();
  return view;
}
Gaussian<double> simple_gaussian() { return {{0.2, 0.1, 5}, {-2, -3, -2.5}, {0.1, 0.5, 0.2, 0.8}, 1.0}; }

bool visible(const Gaussian<double>& g, const View<double>& view) {
  const Projection<double> p = project_gaussian(g, view);
  return is_visible(g, view, p, visible_extent(p));
}

// The box against points of the ellipse at which alpha is 1/255.
TEST(Extent, BoxIsTightAroundWhereAlphaReachesTheCutOff) {
  const Projection<double> p = project_gaussian(simple_gaussian(), simple_view());
  const Extent<double> e = visible_extent(p);
  double largest_x = 0, largest_y = 0;
  for (double angle = 0; angle < 2 * kPi; angle += 1e-3) {
    const double x = std::cos(angle), y = std::sin(angle);
    const double k = p.splat.a * x * x + 2 * p.splat.b * x * y + p.splat.c * y * y;
    const double r = std::sqrt(2 * std::log(p.splat.opacity * 255) / k);
    largest_x = std::max(largest_x, r * x), largest_y = std::max(largest_y, r * y);
  }
  EXPECT_NEAR(e.half_width.x, largest_x, 1e-3);
  EXPECT_NEAR(e.half_width.y, largest_y, 1e-3);
}

// Behind the camera, beyond the near and far planes, outside the image, transparent, and non-finite Gaussians are
// invisible.
TEST(Extent, SeesWhatItShould) {
  const View<double> view = simple_view();
  EXPECT_TRUE(visible(simple_gaussian(), view));
  const auto changed = [&](auto change) {
    Gaussian<double> g = simple_gaussian();
    change(g);
    return visible(g, view);
  };
  EXPECT_FALSE(changed([](auto& g) { g.mean.z = -5; }));
  EXPECT_FALSE(changed([](auto& g) { g.mean.z = 0.05; }));
  EXPECT_FALSE(changed([](auto& g) { g.mean.z = 2000; }));
  EXPECT_FALSE(changed([](auto& g) { g.mean.x = 50; }));
  EXPECT_FALSE(changed([](auto& g) { g.opacity_logit = -6; }));
  const double bad[] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()};
  for (const double x : bad) {
    EXPECT_FALSE(changed([&](auto& g) { g.mean.x = x; }));
    EXPECT_FALSE(changed([&](auto& g) { g.mean.z = x; }));
    EXPECT_FALSE(changed([&](auto& g) { g.log_scale.y = x; }));
    EXPECT_FALSE(changed([&](auto& g) { g.rotation.w = x; }));
  }
  EXPECT_FALSE(changed([&](auto& g) { g.opacity_logit = bad[0]; }));
  EXPECT_FALSE(changed([](auto& g) { g.rotation = {0, 0, 0, 0}; }));
}

// The exact minimum against a dense grid of samples.
TEST(Extent, LeastDistanceOverARectangleMatchesSampling) {
  for (uint64_t i = 0; i < 200; ++i) {
    Random random(7, purpose("rectangle"), i);
    const double a = random.uniform(0.1, 2), c = random.uniform(0.1, 2),
                 b = random.uniform(-0.95, 0.95) * std::sqrt(a * c);
    const double x0 = random.uniform(-3, 3), y0 = random.uniform(-3, 3);
    const double x1 = x0 + random.uniform(0, 2), y1 = y0 + random.uniform(0, 2);
    double least = 1e30;
    for (int j = 0; j <= 200; ++j) {
      for (int k = 0; k <= 200; ++k) {
        const double x = x0 + (x1 - x0) * j / 200, y = y0 + (y1 - y0) * k / 200;
        least = std::min(least, a * x * x + 2 * b * x * y + c * y * y);
      }
    }
    const double mine = least_distance2(a, b, c, x0, x1, y0, y1);
    EXPECT_LE(mine, least + 1e-12);
    EXPECT_NEAR(mine, least, 5e-3);
  }
}

}  // namespace
}  // namespace gs::splat
