// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Views of an asset from all sides: the front first, the back half a turn later, all of it in the image.
#include "gs/render/turn_table.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gs/splat/factory.h"

namespace gs::render {
namespace {

constexpr int kTableSide = 64;

// A box of 4 x 2 x 1.5 m of Gaussians: red in front, blue at the back.
world::ActorModel two_coloured() {
  world::ActorModel model;
  model.asset.id = "car";
  model.asset.size = {4, 2, 1.5};
  constexpr int kX = 17, kY = 9, kZ = 7;
  model.cloud = splat::GaussianCloud::create(kX * kY * kZ, 0).value();
  for (int i = 0; i < kX * kY * kZ; ++i) {
    const auto k = static_cast<std::size_t>(i);
    splat::clear_gaussian(model.cloud.view(), k);
    const double x = i % kX / 8.0 - 1, y = i / kX % kY / 4.0 - 1, z = i / kX / kY / 6.0;
    model.cloud.view().set_position(k, cast<float>(Vec3d{1.9 * x, 0.9 * y, 1.4 * z + 0.05}));
    model.cloud.view().set_log_scale(k, {-2.0f, -2.0f, -2.0f});
    model.cloud.view().set_rotation(k, {0, 0, 0, 1});
    model.cloud.view().opacity_logit[k] = 5;
    for (int c = 0; c < 3; ++c) model.cloud.view().sh_of(k)[c] = -1.7f;
    model.cloud.view().sh_of(k)[x > 0 ? 0 : 2] = 1.7f;
  }
  return model;
}

std::vector<splat::SplatImage> all_views(const world::ActorModel& model) {
  auto rasterizer = splat::make_rasterizer(Backend::cpu).value();
  return render_turn_table(*rasterizer, model, {.alpha = true}, kTableSide).value();
}
// Numbers of pixels that are more red than blue, and more blue than red.
std::pair<int, int> colours_of(const splat::SplatImage& image) {
  int red = 0, blue = 0;
  for (std::size_t i = 0; i < image.rgb8.size(); i += 3) {
    red += image.rgb8[i] > image.rgb8[i + 2] + 40;
    blue += image.rgb8[i + 2] > image.rgb8[i] + 40;
  }
  return {red, blue};
}

TEST(TurnTable, GoesAroundTheWholeAsset) {
  const auto images = all_views(two_coloured());
  ASSERT_EQ(images.size(), 36u);
  const auto [red_front, blue_front] = colours_of(images[0]);
  EXPECT_GT(red_front, 10 * blue_front / 3);
  EXPECT_GT(red_front, 200);
  const auto [red_back, blue_back] = colours_of(images[18]);
  EXPECT_GT(blue_back, 10 * red_back / 3);
  // A quarter of a turn to the left of the box, its front is on the left of the image.
  const auto left_colours = [](const splat::SplatImage& image) {
    int red = 0;
    for (int y = 0; y < kTableSide; ++y) {
      for (int x = 0; x < kTableSide; ++x) {
        const uint8_t* p = image.rgb8.data() + 3 * (y * kTableSide + x);
        if (p[0] > p[2] + 40) red += x < kTableSide / 2 ? 1 : -1;
      }
    }
    return red;
  };
  EXPECT_GT(left_colours(images[9]), 200);
  EXPECT_LT(left_colours(images[27]), -200);
}

TEST(TurnTable, ShowsTheAssetUprightInsideTheImage) {
  for (const splat::SplatImage& image : all_views(two_coloured())) {
    double sum = 0, rows = 0;
    for (int i = 0; i < kTableSide; ++i) {
      for (const int edge : {0, kTableSide - 1}) {
        EXPECT_LT(image.alpha[static_cast<std::size_t>(edge * kTableSide + i)], 0.02f);
        EXPECT_LT(image.alpha[static_cast<std::size_t>(i * kTableSide + edge)], 0.02f);
      }
      for (int x = 0; x < kTableSide; ++x) {
        const float alpha = image.alpha[static_cast<std::size_t>(i * kTableSide + x)];
        sum += alpha, rows += alpha * i;
      }
    }
    EXPECT_NEAR(rows / sum, 31.5, 5);  // the near end is larger, and lower in the image
    EXPECT_GT(sum, 300);
  }
  // The point above the middle is above it in the image.
  const splat::RenderView view = turn_table_view({4, 2, 1.5}, 5, kTableSide);
  const auto pixel = [&](Vec3d p) { return project(view.camera, view.map_from_camera.inverse() * p); };
  EXPECT_NEAR(pixel({0, 0, 0.75}).x, 31.5, 1e-9);
  EXPECT_NEAR(pixel({0, 0, 0.75}).y, 31.5, 1e-9);
  EXPECT_LT(pixel({0, 0, 1.5}).y, 30);
}

TEST(TurnTable, StepsThroughKeyShapes) {
  world::ActorModel model = two_coloured();
  const auto all = static_cast<int64_t>(model.cloud.size());
  model.asset.shapes = {{0, 0, all - 1}, {0.5, all - 1, 1}};  // nearly all, and a single Gaussian
  const auto images = all_views(model);
  const auto coverage = [](const splat::SplatImage& image) {
    double sum = 0;
    for (const float alpha : image.alpha) sum += alpha;
    return sum;
  };
  for (const std::size_t k : {0u, 1u, 6u, 35u}) {
    EXPECT_EQ(coverage(images[k]) > 300, k % 2 == 0) << k;
    EXPECT_GT(coverage(images[k]), 0) << k;
  }
}

TEST(TurnTable, RefusesAnAssetWithoutGaussiansAndShapesOutsideOfIt) {
  auto rasterizer = splat::make_rasterizer(Backend::cpu).value();
  world::ActorModel model = two_coloured();
  model.asset.shapes = {{0, 0, int64_t{1} << 40}};
  const auto outside = render_turn_table(*rasterizer, model, {}, kTableSide);
  ASSERT_FALSE(outside);
  EXPECT_EQ(outside.error().code, ErrorCode::invalid_argument);
  model.cloud = {};
  const auto empty = render_turn_table(*rasterizer, model, {}, kTableSide);
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code, ErrorCode::not_found);
  EXPECT_NE(empty.error().message.find("'car' has no Gaussians"), std::string::npos);
}

}  // namespace
}  // namespace gs::render
