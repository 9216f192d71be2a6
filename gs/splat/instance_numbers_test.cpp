// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The output `instance`: the instance whose splat hides the rest of the scene, and no other byte of the image changed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "gs/core/parallel.h"
#include "gs/splat/api/rasterizer.h"
#include "gs/splat/cpu/cpu_rasterizer.h"
#include "gs/splat/testing/reference_renderer.h"

namespace gs::splat {
namespace {

using testing::random_cloud;
using testing::simple_view;

constexpr RenderSettings kNumbered{.alpha = true, .depth = true, .instance = true};

// One flat Gaussian in the plane z = 0 of its frame, with standard deviations of `half_width` and `half_height` [m].
GaussianCloud plate(float half_width, float half_height, float opacity_logit) {
  GaussianCloud cloud = GaussianCloud::create(1, 0).value();
  const MutableCloudView v = cloud.view();
  v.set_position(0, {});
  v.set_log_scale(0, {std::log(half_width), std::log(half_height), -5});
  v.set_rotation(0, {});
  v.opacity_logit[0] = opacity_logit;
  return cloud;
}

SplatImage numbered(Rasterizer& rasterizer, const RenderView& view, const RenderSettings& settings = kNumbered) {
  auto images = rasterizer.render({&view, 1}, settings);
  EXPECT_TRUE(images) << to_string(images.error());
  return std::move(images->front());
}

std::vector<Isa> instruction_sets() {
  std::vector<Isa> all{Isa::scalar};
  if (cpu_isa() >= Isa::avx2) all.push_back(Isa::avx2);
  if (cpu_isa() >= Isa::avx512) all.push_back(Isa::avx512);
  return all;
}

// A wall 10 m ahead, a plate at 5 m in front of its left half and a thin one at 2 m in front of its right half. The
// thin plate takes less than half the light, so the wall behind it is seen.
class NumberedScene : public ::testing::Test {
 protected:
  std::unique_ptr<Rasterizer> rasterizer(Isa isa) {
    auto out = make_cpu_rasterizer(isa);
    std::vector<GaussianCloud> assets;
    assets.push_back(plate(0.4f, 0.4f, 20));
    assets.push_back(plate(0.2f, 0.2f, -1));  // opacity 0.27
    EXPECT_TRUE(out->upload(wall(), std::move(assets)));
    return out;
  }
  static GaussianCloud wall() {
    GaussianCloud cloud = plate(100, 100, 20);
    cloud.view().set_position(0, {0, 0, 10});
    return cloud;
  }
  static constexpr int kWidth = 80, kHeight = 40;
  RenderView view() const {
    RenderView out = simple_view(kWidth, kHeight, 40);
    out.instances = instances_;
    return out;
  }
  std::array<SplatInstance, 3> instances_{{{.asset = 0, .map_from_asset = {{}, {0, 0, -5}}},  // behind the camera
                                           {.asset = 1, .map_from_asset = {{}, {1, 0, 2}}},
                                           {.asset = 0, .map_from_asset = {{}, {-2.5, 0, 5}}}}};
};

TEST_F(NumberedScene, NamesTheInstanceThatHidesTheRest) {
  for (const Isa isa : instruction_sets()) {
    const auto renderer = rasterizer(isa);
    const SplatImage image = numbered(*renderer, view());
    ASSERT_EQ(image.instance.size(), std::size_t{kWidth} * kHeight);
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        const auto i = static_cast<std::size_t>(y * kWidth + x);
        const bool plate = image.median_depth[i] < 7;
        EXPECT_EQ(image.instance[i], plate ? 3 : 0) << x << ", " << y;
        EXPECT_NEAR(image.median_depth[i], plate ? 5 : 10, 1e-3);
      }
    }
    // The plate ends where its alpha is 1/2: sqrt(2 ln 2) standard deviations from its centre, of sqrt(3.2^2 + 0.3) px.
    const auto at = [&](int x) { return image.instance[static_cast<std::size_t>(kHeight / 2 * kWidth + x)]; };
    for (int x = 0; x < kWidth; ++x) EXPECT_EQ(at(x), std::abs(x - 19.5) < 3.8 ? 3 : 0) << x;
  }
}

TEST_F(NumberedScene, OtherPlanesKeepTheirBytes) {
  for (const Isa isa : instruction_sets()) {
    const auto renderer = rasterizer(isa);
    const SplatImage with = numbered(*renderer, view());
    RenderSettings settings = kNumbered;
    settings.instance = false;
    const SplatImage without = numbered(*renderer, view(), settings);
    EXPECT_TRUE(without.instance.empty());
    EXPECT_EQ(with.alpha, without.alpha);
    EXPECT_EQ(with.depth, without.depth);
    EXPECT_EQ(with.median_depth, without.median_depth);
    EXPECT_EQ(with.rgb8, without.rgb8);
    settings.depth = false;
    EXPECT_EQ(numbered(*renderer, view(), settings).rgb8, with.rgb8);
    settings.instance = true;  // without the planes of depth
    EXPECT_EQ(numbered(*renderer, view(), settings).instance, with.instance);
  }
}

TEST(InstanceNumbers, AreThoseOfTheScalarExecutorForAnyNumberOfThreads) {
  std::vector<SplatInstance> many;
  for (int i = 0; i < 12; ++i) many.push_back({.map_from_asset = {{}, {0.5 * i - 3, 0.1 * i - 0.5, 0.5 * (i % 5)}}});
  RenderView view = simple_view(320, 200, 200);
  view.instances = many;
  std::vector<uint16_t> expected;
  for (const Isa isa : instruction_sets()) {
    for (const int threads : {1, 2, 16}) {
      const ScopedThreadCount count(threads);
      const auto renderer = make_cpu_rasterizer(isa);
      std::vector<GaussianCloud> assets;
      assets.push_back(random_cloud(3000, 1, 5, -2.5));
      ASSERT_TRUE(renderer->upload(random_cloud(5000, 1, 9), std::move(assets)));
      const SplatImage image = numbered(*renderer, view);
      if (expected.empty()) expected = image.instance;
      std::size_t flips = 0;
      for (std::size_t i = 0; i < expected.size(); ++i) flips += image.instance[i] != expected[i];
      // Contracted sums move the crossing of a few pixels to the neighbouring splat.
      EXPECT_LE(flips, isa == Isa::scalar ? 0u : expected.size() / 1000) << threads;
      EXPECT_GT(*std::max_element(image.instance.begin(), image.instance.end()), 8) << "few instances are seen";
    }
  }
}

TEST(InstanceNumbers, MoreThanAPixelCanHoldAreRefused) {
  const auto renderer = make_cpu_rasterizer(Isa::scalar);
  std::vector<GaussianCloud> assets;
  assets.push_back(plate(1, 1, 0));
  ASSERT_TRUE(renderer->upload(GaussianCloud(), std::move(assets)));
  const std::vector<SplatInstance> many(kMaxNumberedInstances + 1, SplatInstance{.map_from_asset = {{}, {0, 0, -9}}});
  RenderView view = simple_view(16, 16, 10);
  view.instances = many;
  const auto refused = renderer->render({&view, 1}, kNumbered);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::limit_exceeded);
  view.instances = view.instances.subspan(1);
  EXPECT_TRUE(renderer->render({&view, 1}, kNumbered));
}

}  // namespace
}  // namespace gs::splat
