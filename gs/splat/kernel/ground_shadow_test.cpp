// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Light that is left near shadows, against closed forms.
#include "gs/splat/kernel/ground_shadow.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace gs::splat {
namespace {

// A rectangle of 4 m x 2 m around the origin.
GroundShadow rectangle(ShadowKind kind, float strength, float softness_m) {
  return bounded({.corner = {{-2, -1}, {2, -1}, {2, 1}, {-2, 1}},
                  .corners = 4,
                  .kind = kind,
                  .strength = strength,
                  .softness_m = softness_m});
}

TEST(GroundShadow, DistanceIsZeroInsideAndThatOfTheNearestEdgeOrCornerOutside) {
  const GroundShadow s = rectangle(ShadowKind::contact, 0.55f, 0.25f);
  for (const Vec2f inside : {Vec2f{0, 0}, Vec2f{1.9f, -0.9f}, Vec2f{-2, 1}}) EXPECT_EQ(distance_outside(s, inside), 0);
  EXPECT_FLOAT_EQ(distance_outside(s, {2.5f, 0}), 0.5f);
  EXPECT_FLOAT_EQ(distance_outside(s, {0.3f, -1.25f}), 0.25f);
  EXPECT_FLOAT_EQ(distance_outside(s, {-2.3f, 1.4f}), 0.5f);  // 0.3 and 0.4 from a corner
}

TEST(GroundShadow, LightReturnsOutsideOfThePolygon) {
  const GroundShadow s = rectangle(ShadowKind::contact, 0.55f, 0.25f);
  EXPECT_FLOAT_EQ(light_left(s, {0, 0}), 0.45f);
  EXPECT_FLOAT_EQ(light_left(s, {2.25f, 0}), static_cast<float>(1 - 0.55 * std::exp(-1.0)));
  EXPECT_FLOAT_EQ(light_left(s, {2.5f, 0}), static_cast<float>(1 - 0.55 * std::exp(-4.0)));
  EXPECT_GT(light_left(s, {2.74f, 0}), 0.9999f);
  EXPECT_EQ(light_left(s, {2.76f, 0}), 1.0f);  // beyond kShadowReach
}

TEST(GroundShadow, TwoCornersAtOnePlaceAreOne) {
  GroundShadow s = rectangle(ShadowKind::sun, 0.5f, 0.15f), twice = s;
  twice.corners = 5;
  twice.corner[4] = twice.corner[3];
  for (float x = -3; x < 3; x += 0.37f) EXPECT_EQ(light_left(twice, {x, 1.05f}), light_left(s, {x, 1.05f}));
}

// Where two objects take the same light, the darker shadow counts; sky and sun are different lights.
TEST(GroundShadow, ShadowsOfOneKindDoNotAddUp) {
  const std::array<GroundShadow, 4> all{
      rectangle(ShadowKind::contact, 0.55f, 0.25f), rectangle(ShadowKind::contact, 0.2f, 0.25f),
      rectangle(ShadowKind::sun, 0.4f, 0.15f), rectangle(ShadowKind::sun, 0.4f, 0.15f)};
  const std::array<GroundShadow, 4> turned{all[3], all[1], all[2], all[0]};
  EXPECT_FLOAT_EQ(light_left(all.data(), 4, {0, 0}), 0.45f * 0.6f);
  for (float x = -3; x < 3; x += 0.13f) {
    EXPECT_EQ(light_left(all.data(), 4, {x, 1.1f}), light_left(turned.data(), 4, {x, 1.1f}));
  }
  EXPECT_EQ(light_left(all.data(), 0, {0, 0}), 1.0f);
}

}  // namespace
}  // namespace gs::splat
