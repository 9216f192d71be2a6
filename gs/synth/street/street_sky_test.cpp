// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Position of the sun, clouds and haze.
#include "gs/synth/street/street_sky.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gs::synth {
namespace {

StreetSky sky_at(double hour, double cloud_cover = 0) { return StreetSky({.hour = hour, .cloud_cover = cloud_cover}); }

// East is +x, north +y: the sun rises in the east, is 58 degrees high in the south at noon and sets in the west.
TEST(StreetSky, SunMovesFromEastThroughSouthToWest) {
  const Vec3f noon = sky_at(12).to_sun(), morning = sky_at(8).to_sun(), evening = sky_at(16).to_sun();
  EXPECT_NEAR(std::asin(noon.z), 58 * kPi / 180, 1e-5);
  EXPECT_NEAR(noon.x, 0, 1e-5);
  EXPECT_LT(noon.y, 0);
  EXPECT_GT(morning.x, 0);
  EXPECT_LT(evening.x, 0);
  // Morning and evening are mirror images of each other.
  EXPECT_NEAR(morning.x, -evening.x, 1e-5);
  EXPECT_NEAR(morning.y, evening.y, 1e-5);
  EXPECT_NEAR(morning.z, evening.z, 1e-5);
  for (double hour = 6.5; hour <= 17.5; hour += 0.5) {
    const Vec3f sun = sky_at(hour).to_sun();
    EXPECT_NEAR(norm(sun), 1, 1e-5);
    EXPECT_GT(sun.z, 0) << "above the horizon at " << hour;
    EXPECT_LE(sun.z, noon.z + 1e-6f);
  }
}

TEST(StreetSky, LowSunIsWeakerAndRedder) {
  const Vec3f noon = sky_at(12).sun(), late = sky_at(17.3).sun();
  EXPECT_LT(late.x + late.y + late.z, noon.x + noon.y + noon.z);
  EXPECT_GT(late.x / late.z, 1.5f * noon.x / noon.z);
}

// Without clouds the radiance of the sky is that of the clear sky, plus the disc of the sun.
TEST(StreetSky, CloudsAppearOnlyWithCover) {
  const StreetSky clear = sky_at(15), cloudy = sky_at(15, 0.9);
  int changed = 0;
  for (int i = 0; i < 200; ++i) {
    const float azimuth = 0.7f * static_cast<float>(i), up = 0.05f + 0.0045f * static_cast<float>(i);
    const float across = std::sqrt(1 - up * up);
    const Vec3f direction{across * std::cos(azimuth), across * std::sin(azimuth), up};
    if (dot(direction, clear.to_sun()) > 0.999f) continue;
    EXPECT_EQ(clear.radiance(direction), clear.clear(direction));
    EXPECT_EQ(clear.clear(direction), cloudy.clear(direction));
    changed += norm(cloudy.radiance(direction) - clear.radiance(direction)) > 0.05f;
    EXPECT_GE(std::min({cloudy.radiance(direction).x, cloudy.radiance(direction).y, cloudy.radiance(direction).z}), 0);
  }
  EXPECT_GT(changed, 50);
  const Vec3f sun = clear.radiance(clear.to_sun()), beside = clear.clear(clear.to_sun());
  EXPECT_GT(sun.x, beside.x + 5);
}

// Haze over 1400 m leaves 1/e of an object's radiance: black objects then have 1 - 1/e of the horizon's.
TEST(StreetSky, HazeIsExponentialWithAScaleOf1400Metres) {
  const StreetSky sky = sky_at(12);
  const Vec3f direction{1, 0, 0}, black{}, bright{3, 2, 1};
  EXPECT_EQ(sky.through_haze(bright, direction, 0), bright);
  const Vec3f far = sky.through_haze(black, direction, 1e6f);
  const Vec3f scale = sky.through_haze(black, direction, 1400);
  EXPECT_NEAR(scale.x / far.x, 1 - std::exp(-1.0f), 1e-4f);
  EXPECT_NEAR(scale.z / far.z, 1 - std::exp(-1.0f), 1e-4f);
  EXPECT_LT(norm(sky.through_haze(bright, direction, 1e6f) - far), 1e-4f);
}

// A level surface sees the whole sky, a surface that faces down only the ground.
TEST(StreetSky, AmbientLightComesFromAbove) {
  for (const double hour : {7.0, 12.0, 17.0}) {
    const StreetSky sky = sky_at(hour);
    const Vec3f up = sky.ambient({0, 0, 1}), down = sky.ambient({0, 0, -1}), wall = sky.ambient({0, 1, 0});
    EXPECT_GT(up.z, wall.z) << hour;
    EXPECT_GT(wall.z, down.z) << hour;
    EXPECT_GT(down.z, 0) << hour;
    // A wall towards the sun gets more than the wall opposite to it.
    const Vec3f sun = sky.to_sun();
    const float across = std::hypot(sun.x, sun.y);
    const Vec3f to{sun.x / across, sun.y / across, 0};
    EXPECT_GT(sky.ambient(to).x, sky.ambient(to * -1.0f).x) << hour;
  }
}

}  // namespace
}  // namespace gs::synth
