// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The sun from samples of the road: known suns are found, and nothing is found where there is none.
#include "gs/builder/actors/sun_fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "gs/core/numbers/math.h"
#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"

namespace gs::builder {
namespace {

// Whether a box hides the sun from a point of the ground, by small steps along the ray.
bool in_shadow(const CastingBox& box, Vec2d at, const world::SunLight& sun) {
  const double azimuth = sun.azimuth_deg * kPi / 180, rise = std::tan(sun.elevation_deg * kPi / 180);
  for (double way = 0; way * rise < box.height; way += 0.05) {
    const Vec2d off = Vec2d{at.x + way * std::cos(azimuth), at.y + way * std::sin(azimuth)} - box.centre;
    const double x = std::cos(box.yaw) * off.x + std::sin(box.yaw) * off.y;
    const double y = std::cos(box.yaw) * off.y - std::sin(box.yaw) * off.x;
    if (std::abs(x) < box.length / 2 && std::abs(y) < box.width / 2) return true;
  }
  return false;
}

// A car that drives a bend, and the road around it. `darker` gives the logarithm of the light at a point.
std::vector<RoadImage> drive(const std::function<double(const CastingBox&, Vec2d)>& darker, double noise) {
  std::vector<RoadImage> images;
  for (uint64_t k = 0; k < 30; ++k) {
    const double turn = 0.05 * static_cast<double>(k);
    RoadImage& image = images.emplace_back();
    const CastingBox car{{20 * std::sin(turn), 20 * (1 - std::cos(turn))}, turn, 4.4, 1.8, 1.5};
    image.boxes = {car};
    Random random(1, purpose("sun_fit"), k);
    for (int i = 0; i < 1000; ++i) {
      const Vec2d at{car.centre.x + random.uniform(-7, 7), car.centre.y + random.uniform(-7, 7)};
      image.samples.push_back({at, static_cast<float>(darker(car, at) + noise * random.normal())});
    }
  }
  return images;
}

TEST(SunFit, FindsDirectionAndStrengthInNoise) {
  for (const world::SunLight sun : {world::SunLight{215, 40, 0.45}, {60, 20, 0.3}, {0, 65, 0.5}, {300, 30, 0.15}}) {
    const auto found = fit_sun(
        drive([&](const CastingBox& car, Vec2d at) { return in_shadow(car, at, sun) ? std::log(1 - sun.strength) : 0; },
              0.15));
    ASSERT_TRUE(found) << sun.azimuth_deg;
    EXPECT_LE(std::abs(std::remainder(found->azimuth_deg - sun.azimuth_deg, 360)), 5) << sun.azimuth_deg;
    EXPECT_LE(std::abs(found->elevation_deg - sun.elevation_deg), 5) << sun.azimuth_deg;
    EXPECT_NEAR(found->strength, sun.strength, 0.05) << sun.azimuth_deg;
  }
}

// Half of the road lies in the shadow of buildings: there a car takes no light away.
TEST(SunFit, FindsTheStrengthWhereTheRoadIsLit) {
  const world::SunLight sun{215, 40, 0.45};
  const auto found = fit_sun(drive(
      [&](const CastingBox& car, Vec2d at) {
        const bool is_lit = std::fmod(std::abs(at.x), 6) < 3;
        return is_lit && in_shadow(car, at, sun) ? std::log(1 - sun.strength) : 0;
      },
      0.08));
  ASSERT_TRUE(found);
  EXPECT_LE(std::abs(found->azimuth_deg - sun.azimuth_deg), 5);
  EXPECT_LE(std::abs(found->elevation_deg - sun.elevation_deg), 5);
  EXPECT_NEAR(found->strength, sun.strength, 0.05);
}

TEST(SunFit, FindsNothingInNoiseAlone) {
  for (const double noise : {0.02, 0.15, 0.5}) {
    EXPECT_FALSE(fit_sun(drive([](const CastingBox&, Vec2d) { return 0.0; }, noise))) << noise;
  }
}

// Something that darkens the road in one half of the drive only is no sun.
TEST(SunFit, FindsNothingThatOnlyHalfOfTheImagesShow) {
  const world::SunLight sun{215, 40, 0.45};
  auto images = drive(
      [&](const CastingBox& car, Vec2d at) { return in_shadow(car, at, sun) ? std::log(1 - sun.strength) : 0; }, 0.1);
  ASSERT_TRUE(fit_sun(images));
  const auto clouds = drive([](const CastingBox&, Vec2d) { return 0.0; }, 0.1);
  for (std::size_t k = 0; k < 30; ++k) {
    if (4 * k / 30 % 2 == 1) images[k] = clouds[k];
  }
  EXPECT_FALSE(fit_sun(images));
}

// Under clouds a car darkens the road all around it, most at its side.
TEST(SunFit, FindsNothingInContactShadows) {
  const auto around = [](const CastingBox& car, Vec2d at) {
    const Vec2d off = at - car.centre;
    const double x = std::max(std::abs(std::cos(car.yaw) * off.x + std::sin(car.yaw) * off.y) - car.length / 2, 0.0);
    const double y = std::max(std::abs(std::cos(car.yaw) * off.y - std::sin(car.yaw) * off.x) - car.width / 2, 0.0);
    const double e = std::hypot(x, y) / 0.25;
    return std::log(1 - 0.55 * std::exp(-e * e));
  };
  EXPECT_FALSE(fit_sun(drive(around, 0.1)));
}

TEST(SunFit, FindsNothingWithoutSamplesOrBoxes) {
  EXPECT_FALSE(fit_sun({}));
  auto images = drive([](const CastingBox&, Vec2d) { return -0.5; }, 0);
  for (RoadImage& image : images) image.boxes.clear();
  EXPECT_FALSE(fit_sun(images));
}

TEST(SunFit, DoesNotDependOnTheThreads) {
  const world::SunLight sun{215, 40, 0.45};
  const auto images = drive(
      [&](const CastingBox& car, Vec2d at) { return in_shadow(car, at, sun) ? std::log(1 - sun.strength) : 0; }, 0.15);
  const auto expected = fit_sun(images);
  ASSERT_TRUE(expected);
  for (const int threads : {1, 16}) {
    const ScopedThreadCount scope(threads);
    const auto found = fit_sun(images);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->strength, expected->strength);
  }
}

}  // namespace
}  // namespace gs::builder
