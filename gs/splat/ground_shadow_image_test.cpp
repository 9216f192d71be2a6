// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Shadows in images: colours of the ground layer are darkened, and nothing else changes.
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <utility>

#include "gs/core/parallel.h"
#include "gs/splat/factory.h"
#include "gs/splat/testing/reference_renderer.h"
#include "gs/splat/testing/square_shadow.h"

namespace gs::splat {
namespace {

using testing::random_cloud;
using testing::simple_view;
using testing::square_shadow;

std::unique_ptr<Rasterizer> marked_scene(GaussianCloud cloud, std::vector<uint8_t> is_ground) {
  auto rasterizer = make_rasterizer(Backend::cpu).value();
  EXPECT_TRUE(rasterizer->upload(std::move(cloud), {}, std::move(is_ground)));
  return rasterizer;
}
SplatImage image_of(Rasterizer& rasterizer, const RenderView& view) {
  auto images = rasterizer.render({&view, 1}, {.alpha = true, .depth = true});
  EXPECT_TRUE(images) << to_string(images.error());
  return std::move(images->front());
}

// Every other Gaussian of a cloud of many belongs to the ground.
std::vector<uint8_t> every_other(std::size_t count) {
  std::vector<uint8_t> marks(count);
  for (std::size_t i = 1; i < count; i += 2) marks[i] = 1;
  return marks;
}

TEST(GroundShadowImage, IsThatOfACloudWithDarkerColours) {
  constexpr std::size_t kCount = 3000;
  GaussianCloud cloud = random_cloud(kCount, 0, 1), darker = copy_of(cloud.view()).value();
  const std::vector<uint8_t> marks = every_other(kCount);
  const std::array shadows{square_shadow({0, 0}, 1.5f), square_shadow({0.5f, 0.5f}, 1, ShadowKind::contact, 0.3f)};
  constexpr float kBand0 = 0.28209479177387814f;
  for (std::size_t i = 0; i < kCount; ++i) {
    if (marks[i] == 0) continue;
    const Vec3f p = cloud.view().position_of(i);
    const float left = light_left(shadows.data(), 2, {p.x, p.y});
    for (int c = 0; c < 3; ++c) {
      float& sh = darker.view().sh_of(i)[c];
      sh = (std::max(sh * kBand0 + 0.5f, 0.0f) * left - 0.5f) / kBand0;
    }
  }
  auto lit = marked_scene(std::move(cloud), marks), plain = marked_scene(std::move(darker), {});
  RenderView view = simple_view(160, 120, 130);
  const SplatImage expected = image_of(*plain, view), before = image_of(*lit, view);
  view.shadows = shadows;
  const SplatImage image = image_of(*lit, view);
  int largest = 0, change = 0;
  for (std::size_t i = 0; i < image.rgb8.size(); ++i) {
    largest = std::max(largest, std::abs(int{image.rgb8[i]} - int{expected.rgb8[i]}));
    change = std::max(change, int{before.rgb8[i]} - int{image.rgb8[i]});
  }
  EXPECT_LE(largest, 1);
  EXPECT_GT(change, 40);
  EXPECT_EQ(image.alpha, before.alpha);
  EXPECT_EQ(image.depth, before.depth);
}

TEST(GroundShadowImage, WithoutShadowsOrGroundNoByteChanges) {
  constexpr std::size_t kCount = 3000;
  auto plain = marked_scene(random_cloud(kCount, 1, 2), {}),
       marked = marked_scene(random_cloud(kCount, 1, 2), every_other(kCount));
  RenderView view = simple_view(160, 120, 130);
  const SplatImage expected = image_of(*plain, view);
  EXPECT_EQ(image_of(*marked, view).rgb8, expected.rgb8);
  const std::array near{square_shadow({0, 0}, 2)}, far{square_shadow({90, 0}, 2)};
  view.shadows = near;
  EXPECT_EQ(image_of(*plain, view).rgb8, expected.rgb8) << "no ground layer";
  EXPECT_NE(image_of(*marked, view).rgb8, expected.rgb8);
  view.shadows = far;
  EXPECT_EQ(image_of(*marked, view).rgb8, expected.rgb8) << "a shadow elsewhere, after one here";
}

// Both read the number of a splat: its Gaussian for the shadow, then its instance for the plane.
TEST(GroundShadowImage, IsTheSameBesideInstanceNumbers) {
  auto rasterizer = marked_scene(random_cloud(3000, 0, 5), every_other(3000));
  RenderView view = simple_view(160, 120, 130);
  const std::array shadows{square_shadow({0, 0}, 1.5f)};
  view.shadows = shadows;
  const auto numbered = rasterizer->render({&view, 1}, {.alpha = true, .depth = true, .instance = true});
  ASSERT_TRUE(numbered) << to_string(numbered.error());
  EXPECT_EQ(numbered->front().rgb8, image_of(*rasterizer, view).rgb8);
}

TEST(GroundShadowImage, IsTheSameForAnyNumberOfThreads) {
  auto rasterizer = marked_scene(random_cloud(20'000, 1, 3), every_other(20'000));
  RenderView view = simple_view(160, 120, 130);
  const std::array shadows{square_shadow({0, 0}, 1.5f), square_shadow({1, 1}, 1)};
  view.shadows = shadows;
  std::vector<uint8_t> expected;
  for (const int threads : {1, 2, 16}) {
    const ScopedThreadCount count(threads);
    const SplatImage image = image_of(*rasterizer, view);
    if (expected.empty()) expected = image.rgb8;
    EXPECT_EQ(image.rgb8, expected) << threads;
  }
}

TEST(GroundShadowImage, ImpossibleShadowsAndMarksAreRefused) {
  auto rasterizer = marked_scene(random_cloud(100, 0, 4), every_other(100));
  GroundShadow few = square_shadow({0, 0}, 1), many = few, nowhere = few, negative = few, hard = few;
  few.corners = 2, many.corners = kMaxShadowCorners + 1, negative.strength = -0.1f, hard.softness_m = 0;
  nowhere.corner[2].y = std::numeric_limits<float>::quiet_NaN();
  for (const GroundShadow& shadow : {few, many, nowhere, negative, hard}) {
    RenderView view = simple_view(32, 32, 30);
    view.shadows = {&shadow, 1};
    const auto refused = rasterizer->render({&view, 1}, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
  }
  const auto refused = rasterizer->upload(random_cloud(100, 0, 4), {}, every_other(99));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
  const RenderView view = simple_view(32, 32, 30);
  const SplatImage empty = image_of(*rasterizer, view);
  EXPECT_EQ(*std::max_element(empty.alpha.begin(), empty.alpha.end()), 0.0f) << "a failed upload leaves no scene";
}

}  // namespace
}  // namespace gs::splat
