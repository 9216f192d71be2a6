// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The factors of a ground layer against a loop over all Gaussians.
#include "gs/splat/cpu/ground_light.h"

#include <gtest/gtest.h>

#include <limits>
#include <utility>

#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/splat/model/cloud.h"
#include "gs/splat/testing/square_shadow.h"

namespace gs::splat::cpu {
namespace {

using testing::square_shadow;

constexpr std::size_t kCount = 20'000;

// Gaussians at random places of a square of 60 m, every other one on the ground.
struct Field {
  GaussianCloud cloud = GaussianCloud::create(kCount, 0).value();
  std::vector<uint8_t> is_ground = std::vector<uint8_t>(kCount);
  CloudView view() const { return cloud.view(); }
};
Field field() {
  Field out;
  for (std::size_t i = 0; i < kCount; ++i) {
    Random random(1, purpose("ground_light"), i);
    const auto u = [&] { return static_cast<float>(random.uniform(-30, 30)); };
    out.cloud.view().set_position(i, {u(), u(), 0});
    out.cloud.view().set_log_scale(i, {-3, -3, -3});
    out.cloud.view().set_rotation(i, {0, 0, 0, 1});
    out.cloud.view().opacity_logit[i] = 0;
    out.is_ground[i] = i % 2;
  }
  return out;
}

// The factors are those of every ground Gaussian, evaluated one by one.
void expect_light(const Field& f, const float* light, std::span<const GroundShadow> shadows) {
  std::size_t dark = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const Vec3f p = f.view().position_of(i);
    const float expected =
        f.is_ground[i] != 0 ? light_left(shadows.data(), static_cast<uint32_t>(shadows.size()), {p.x, p.y}) : 1.0f;
    ASSERT_EQ(light == nullptr ? 1.0f : light[i], expected) << i;
    dark += expected < 1.0f;
  }
  EXPECT_EQ(dark > 0, light != nullptr);
}

TEST(GroundLight, EqualsALoopOverAllGaussiansStepAfterStep) {
  const Field f = field();
  GroundLight ground(f.view(), f.is_ground);
  const std::vector<std::vector<GroundShadow>> steps{
      {square_shadow({3, 4}, 2), square_shadow({4, 5}, 2, ShadowKind::sun), square_shadow({-20, -20}, 3)},
      {square_shadow({-3, -1}, 1)},
      {},
      {square_shadow({0, 0}, 29)},
      {square_shadow({500, 0}, 2)},
      {square_shadow({-29, 29}, 0.5f)}};
  for (const auto& shadows : steps) expect_light(f, ground.under(f.view(), shadows), shadows);
}

TEST(GroundLight, DoesNotDependOnTheThreads) {
  const Field f = field();
  const std::vector<GroundShadow> shadows{square_shadow({3, 4}, 6), square_shadow({4, 5}, 9, ShadowKind::sun)};
  for (const int threads : {1, 2, 16}) {
    const ScopedThreadCount count(threads);
    GroundLight ground(f.view(), f.is_ground);
    expect_light(f, ground.under(f.view(), shadows), shadows);
  }
}

TEST(GroundLight, WithoutAGroundLayerNothingIsDarkened) {
  const Field f = field();
  const GroundShadow shadow = square_shadow({0, 0}, 20);
  EXPECT_EQ(GroundLight(f.view(), {}).under(f.view(), {&shadow, 1}), nullptr);
  EXPECT_EQ(GroundLight(f.view(), std::vector<uint8_t>(kCount, 0)).under(f.view(), {&shadow, 1}), nullptr);
  EXPECT_EQ(GroundLight().under({}, {&shadow, 1}), nullptr);
}

// Positions of a damaged file: not finite, or at the end of the number range.
TEST(GroundLight, SurvivesPositionsFarAway) {
  Field f = field();
  constexpr float kHuge = std::numeric_limits<float>::max();
  f.cloud.view().set_position(1, {kHuge, -kHuge, 0});
  f.cloud.view().set_position(3, {std::numeric_limits<float>::quiet_NaN(), 0, 0});
  GroundLight ground(f.view(), f.is_ground);
  f.is_ground[3] = 0;
  const std::vector<GroundShadow> shadows{square_shadow({0, 0}, 2), square_shadow({1e30f, -1e30f}, 1)};
  expect_light(f, ground.under(f.view(), shadows), shadows);
}

}  // namespace
}  // namespace gs::splat::cpu
