// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Resampling keeps equal sizes, ramps and means.
#include "gs/assets/image/resample.h"

#include <gtest/gtest.h>

#include <numeric>

namespace gs::assets {
namespace {

// Linear ramps in red and green.
Image ramp(int width, int height) {
  Image image = Image::make(width, height, 3);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      uint8_t* p = image.row(y) + 3 * x;
      p[0] = static_cast<uint8_t>(2 * x), p[1] = static_cast<uint8_t>(3 * y), p[2] = 77;
    }
  }
  return image;
}

TEST(Resample, SameSizeIsTheSamePicture) { EXPECT_EQ(resampled(ramp(40, 30), 40, 30), ramp(40, 30)); }

// Linear functions are reproduced when enlarging and reducing.
TEST(Resample, ARampStaysARampBothWays) {
  for (const auto& [width, height] : {std::pair{80, 60}, {20, 15}, {97, 11}}) {
    const Image out = resampled(ramp(40, 30), width, height);
    ASSERT_EQ(out.width, width);
    ASSERT_EQ(out.height, height);
    const double sx = 40.0 / width, sy = 30.0 / height;
    for (int y = 4; y + 4 < height; ++y) {
      for (int x = 4; x + 4 < width; ++x) {  // away from the border, where the filter is one-sided
        EXPECT_NEAR(out.sample(x, y, 0), 2 * ((x + 0.5) * sx - 0.5), 1.0);
        EXPECT_NEAR(out.sample(x, y, 1), 3 * ((y + 0.5) * sy - 0.5), 1.0);
        EXPECT_EQ(out.sample(x, y, 2), 77);
      }
    }
  }
}

// A checkerboard must become uniform gray, without aliasing.
TEST(Resample, ShrinkingKeepsTheMeanOfFineDetail) {
  Image checks = Image::make(64, 64, 1);
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) checks.row(y)[x] = (x + y) % 2 ? 255 : 0;
  }
  const Image out = resampled(checks, 8, 8);
  for (const uint8_t value : out.data) EXPECT_NEAR(value, 127.5, 3.0);
}

}  // namespace
}  // namespace gs::assets
