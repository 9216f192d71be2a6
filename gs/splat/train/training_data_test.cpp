// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Views, pixels and masks that training uses.
#include "gs/splat/train/training_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "gs/splat/train/initial_cloud/view_sampling.h"

namespace gs::splat::train {
namespace {

TrainingView view_of(int width, int height, uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  TrainingView view{.name = "camera_front/0000000001"};
  view.camera = with_limits(CameraD{.width = width,
                                    .height = height,
                                    .fx = 0.8 * width,
                                    .fy = 0.8 * width,
                                    .cx = 0.5 * width - 0.5,
                                    .cy = 0.5 * height - 0.5});
  view.rgb8.resize(static_cast<std::size_t>(3 * width * height));
  for (uint8_t& byte : view.rgb8) byte = static_cast<uint8_t>(random());
  return view;
}

double mean(const TrainingView& view) {
  double sum = 0;
  for (const uint8_t byte : view.rgb8) sum += byte;
  return sum / static_cast<double>(view.rgb8.size());
}

// Scales at which source and target pixels do and do not line up.
TEST(ScaledDown, KeepsTheMeanAndTheDirectionsOfPixels) {
  for (const auto& [width, height, scale] : {std::tuple{60, 40, 0.5}, {61, 43, 0.37}, {64, 48, 0.9}}) {
    const TrainingView view = view_of(width, height), small = scaled_down(view, scale, 0);
    EXPECT_EQ(small.camera.width, std::lround(width * scale));
    EXPECT_EQ(small.rgb8.size(), static_cast<std::size_t>(3 * small.camera.width * small.camera.height));
    EXPECT_NEAR(mean(small), mean(view), 1.0) << scale;
    // The corner of the image, half a pixel before the first centre, shows the same ray.
    EXPECT_NEAR((-0.5 - small.camera.cx) / small.camera.fx, (-0.5 - view.camera.cx) / view.camera.fx, 1e-9);
    EXPECT_NEAR((-0.5 - small.camera.cy) / small.camera.fy, (-0.5 - view.camera.cy) / view.camera.fy, 1e-9);
  }
}

// The weights of the covered pixels add up to 1; images are never enlarged.
TEST(ScaledDown, OfAGreyImageIsGreyAndOfOneIsItself) {
  TrainingView grey = view_of(50, 37);
  std::fill(grey.rgb8.begin(), grey.rgb8.end(), uint8_t{77});
  for (const uint8_t byte : scaled_down(grey, 0.31, 0).rgb8) EXPECT_EQ(byte, 77);
  EXPECT_EQ(scaled_down(grey, 1, 0).rgb8, grey.rgb8);
  EXPECT_EQ(scaled_down(grey, 3, 0).camera.width, 50);  // never enlarged
  EXPECT_EQ(scaled_down(grey, 1, 25).camera.width, 25);
  EXPECT_EQ(scaled_down(grey, 0.1, 25).camera.width, 5);
  EXPECT_EQ(scaled_down(grey, 1e-9, 0).camera.height, 1);
}

// A pixel is used only if all of its area is valid, and sky only if all of it is sky.
TEST(ScaledDown, MasksSpreadAndSkyShrinks) {
  TrainingView view = view_of(20, 20);
  view.mask.assign(400, 255), view.sky.assign(400, 255);
  view.mask[5 * 20 + 7] = 0, view.sky[11 * 20 + 13] = 0;
  view.depth = {{7, 5, 10}, {14, 14, 20}};
  const TrainingView small = scaled_down(view, 0.5, 0);
  for (int y = 0; y < 10; ++y) {
    for (int x = 0; x < 10; ++x) {
      const auto at = static_cast<std::size_t>(10 * y + x);
      EXPECT_EQ(small.mask[at] == 0, x == 3 && y == 2) << x << " " << y;
      EXPECT_EQ(small.sky[at] == 0, x == 6 && y == 5) << x << " " << y;
    }
  }
  ASSERT_EQ(small.depth.size(), 1u);  // the other return lies on the masked pixel
  EXPECT_FLOAT_EQ(small.depth[0].x, 6.75f);
  EXPECT_EQ(small.depth[0].depth_m, 20);
}

// The nearest pixel decides: 3.4 rounds to the masked column 3, 3.6 to column 4.
TEST(DropMaskedSamples, RemovesThoseOnMaskedPixelsAndOutside) {
  TrainingView view = view_of(10, 10);
  view.depth = {{3.4f, 4.4f, 1}, {3.6f, 4.4f, 2}, {-0.6f, 0, 3}, {9.6f, 5, 4}, {-0.4f, 9.4f, 5}};
  drop_masked_samples(view);
  EXPECT_EQ(view.depth.size(), 5u);  // without a mask nothing is known
  view.mask.assign(100, 255), view.mask[43] = 0;
  drop_masked_samples(view);
  ASSERT_EQ(view.depth.size(), 2u);
  EXPECT_EQ(view.depth[0].depth_m, 2);
  EXPECT_EQ(view.depth[1].depth_m, 5);
}

// Exposure, vignetting and clock are learned per camera.
TEST(CameraOf, IsThePartBeforeTheLastSlash) {
  EXPECT_EQ(camera_of({.name = "camera_front/12"}), "camera_front");
  EXPECT_EQ(camera_of({.name = "a/b/12"}), "a/b");
  EXPECT_EQ(camera_of({.name = "12"}), "");
}

// Regularisation follows from the number of pixels per Gaussian.
TEST(TrainingPixels, CountThoseThatAreTrainedOn) {
  TrainingData data{.views = {view_of(10, 7), view_of(100, 100), view_of(3, 3)}, .points = {}};
  data.views[1].held_out = true;
  EXPECT_EQ(training_pixels(data), 79);
}

// Four cameras on a circle of 2 m: 1.1 times its radius.
TEST(SceneExtent, IsTheSpreadOfTheCamerasWithinLimits) {
  TrainingData data{.views = std::vector<TrainingView>(4), .points = {}};
  EXPECT_EQ(scene_extent_m(data), 1.0);  // all in one position
  for (std::size_t i = 0; i < 4; ++i) {
    data.views[i].map_from_camera.translation = {1000 + 2 * std::cos(0.5 * kPi * static_cast<double>(i)),
                                                 2 * std::sin(0.5 * kPi * static_cast<double>(i)), 5};
  }
  EXPECT_NEAR(scene_extent_m(data), 2.2, 1e-9);
  data.views[0].map_from_camera.translation.x += 500;
  EXPECT_EQ(scene_extent_m(data), 10);
}

// Training indexes pixels without checks, so sizes must be checked before.
TEST(CheckTrainingData, NamesTheViewThatIsWrong) {
  const auto error = [](auto&& change) {
    TrainingData data{.views = {view_of(8, 6)}, .points = {}};
    change(data.views[0]);
    const auto checked = check_training_data(data);
    return checked ? std::string() : to_string(checked.error());
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(error([](TrainingView&) {}), "");
  for (const std::string& text :
       {error([](TrainingView& v) { v.rgb8.pop_back(); }), error([](TrainingView& v) { v.mask.assign(47, 255); }),
        error([](TrainingView& v) { v.sky.assign(49, 0); }), error([](TrainingView& v) { v.camera.fx = 0; }),
        error([&](TrainingView& v) { v.map_from_camera.translation.y = nan; }),
        error([](TrainingView& v) { v.camera.width = 0; })}) {
    EXPECT_THAT(text, ::testing::HasSubstr("camera_front/0000000001"));
  }
  EXPECT_THAT(error([](TrainingView& v) { v.held_out = true; }), ::testing::HasSubstr("no image to train on"));
  EXPECT_FALSE(check_training_data({}));
}

// Held-out views must have no influence on the initial cloud.
TEST(SpreadViews, AreEvenAndNeverHeldOut) {
  TrainingData data{.views = std::vector<TrainingView>(100), .points = {}};
  for (std::size_t i = 0; i < 100; ++i) data.views[i].held_out = i % 2 == 1;
  const auto some = spread_views(data, 10);
  ASSERT_EQ(some.size(), 10u);
  for (std::size_t i = 0; i < some.size(); ++i) {
    EXPECT_FALSE(some[i]->held_out);
    if (i > 0) {
      EXPECT_NEAR(static_cast<double>(some[i] - some[i - 1]), 10, 2.1);
    }
  }
  EXPECT_EQ(spread_views(data, 1000).size(), 50u);
  EXPECT_TRUE(spread_views(data, 0).empty());
}

// pixel_index() of any result must stay inside the image.
TEST(PixelIn, IsEmptyOutsideTheImageAndBehindTheCamera) {
  const TrainingView view = view_of(20, 10);
  const auto centre = pixel_in(view, {0, 0, 3});
  ASSERT_TRUE(centre);
  EXPECT_NEAR(centre->x, 9.5, 1e-9);
  EXPECT_FALSE(pixel_in(view, {0, 0, -3}));
  EXPECT_FALSE(pixel_in(view, {30, 0, 3}));
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> side(-4, 4);
  for (int i = 0; i < 2000; ++i) {
    const auto pixel = pixel_in(view, {side(random), side(random), side(random)});
    if (pixel) {
      ASSERT_LT(pixel_index(view, *pixel), 200u);
    }
  }
}

}  // namespace
}  // namespace gs::splat::train
