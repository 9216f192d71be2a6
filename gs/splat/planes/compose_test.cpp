// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The last step of an image: sky, background, colour correction, bytes.
#include "gs/splat/planes/compose.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace gs::splat {
namespace {

// All levels; casting NaN or a large number to an integer would be undefined.
TEST(ToByte, RoundsToTheNearestLevelAndClamps) {
  for (int level = 0; level < 256; ++level) {
    const float exact = static_cast<float>(level) / 255.0f;
    EXPECT_EQ(to_byte(exact), level);
    EXPECT_EQ(to_byte(exact + 0.49f / 255.0f), level);
    EXPECT_EQ(to_byte(exact - 0.49f / 255.0f), level);
  }
  EXPECT_EQ(to_byte(-3), 0);
  EXPECT_EQ(to_byte(7), 255);
  EXPECT_EQ(to_byte(std::numeric_limits<float>::infinity()), 255);
  EXPECT_EQ(to_byte(std::numeric_limits<float>::quiet_NaN()), 0);
}

// Decode, multiply and encode, as the definition of the file has it.
float corrected(float color, float balance, const SplatColorCorrection& c) {
  const float linear = std::pow(color, c.gamma) * balance * std::exp2(c.exposure_compensation);
  return std::pow(linear, 1 / c.gamma);
}

// (c^g k)^(1 / g) = c k^(1 / g) for colours that are not negative.
TEST(ColorCorrection, OneFactorEqualsDecodingMultiplyingAndEncoding) {
  for (const float gamma : {1.0f, 1.8f, 2.2f}) {
    for (const float exposure : {-2.0f, 0.0f, 0.7f}) {
      const SplatColorCorrection c{{1.2f, 1, 0.7f}, exposure, gamma};
      const Vec3f factor = correction_factor(c);
      for (const float color : {0.0f, 0.1f, 0.5f, 1.0f}) {
        EXPECT_NEAR(color * factor.x, corrected(color, 1.2f, c), 1e-5f);
        EXPECT_NEAR(color * factor.y, corrected(color, 1, c), 1e-5f);
        EXPECT_NEAR(color * factor.z, corrected(color, 0.7f, c), 1e-5f);
      }
    }
  }
  EXPECT_EQ(correction_factor({}), (Vec3f{1, 1, 1}));
  EXPECT_EQ(correction_factor({.exposure_compensation = 0, .gamma = 3.3f}), (Vec3f{1, 1, 1}));
}

// splats + (1 - alpha) * behind, times the factor of each channel.
TEST(ComposePixel, ShowsWhatLiesBehindAsFarAsSplatsAreTransparent) {
  const Vec3f splats{0.2f, 0.1f, 0}, behind{1, 0.5f, 0.25f};
  EXPECT_EQ(compose_pixel(splats, 1, behind, {1, 1, 1}), splats);
  EXPECT_EQ(compose_pixel({}, 0, behind, {1, 1, 1}), behind);
  const Vec3f half = compose_pixel(splats, 0.5f, behind, {2, 1, 4});
  EXPECT_FLOAT_EQ(half.x, 2 * (0.2f + 0.5f));
  EXPECT_FLOAT_EQ(half.y, 0.1f + 0.25f);
  EXPECT_FLOAT_EQ(half.z, 4 * 0.125f);
}

// A sky whose red channel is its column and whose green channel is its row.
class SampleSky : public ::testing::Test {
 protected:
  SampleSky() {
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        rgb_.insert(rgb_.end(), {static_cast<uint8_t>(x), static_cast<uint8_t>(y), uint8_t{255}});
      }
    }
  }
  // Column and row at an azimuth (from +x to +y) and elevation [rad].
  Vec2f at(double azimuth, double elevation) const {
    const Vec3f direction{static_cast<float>(std::cos(elevation) * std::cos(azimuth)),
                          static_cast<float>(std::cos(elevation) * std::sin(azimuth)),
                          static_cast<float>(std::sin(elevation))};
    const Vec3f color = sample_sky({rgb_.data(), kWidth, kHeight}, direction * 7.0f);  // any length
    EXPECT_FLOAT_EQ(color.z, 1);
    return {color.x * 255, color.y * 255};
  }
  static constexpr int kWidth = 64, kHeight = 32;
  std::vector<uint8_t> rgb_;
};

TEST_F(SampleSky, HasForwardInTheMiddleAndLeftToTheLeft) {
  EXPECT_NEAR(at(0, 0).x, kWidth / 2 - 0.5, 1e-3);
  EXPECT_NEAR(at(0, 0).y, kHeight / 2 - 0.5, 1e-3);
  EXPECT_NEAR(at(kPi / 2, 0).x, kWidth / 4 - 0.5, 1e-3);
  EXPECT_NEAR(at(-kPi / 2, 0).x, 3 * kWidth / 4 - 0.5, 1e-3);
  EXPECT_NEAR(at(0, kPi / 4).y, kHeight / 4 - 0.5, 1e-3);
}

TEST_F(SampleSky, IsLinearInAnglesBetweenTexels) {
  for (double azimuth = -3.0; azimuth < 3.0; azimuth += 0.137) {
    for (double elevation = -1.4; elevation < 1.4; elevation += 0.091) {
      const Vec2f seen = at(azimuth, elevation);
      EXPECT_NEAR(seen.x, (0.5 - azimuth / (2 * kPi)) * kWidth - 0.5, 2e-3);
      EXPECT_NEAR(seen.y, (0.5 - elevation / kPi) * kHeight - 0.5, 2e-3);
    }
  }
}

TEST_F(SampleSky, WrapsAroundBehindAndEndsAtThePoles) {
  // Straight behind lies the seam, half way between the last column and the first.
  EXPECT_NEAR(at(kPi, 0).x, (kWidth - 1) / 2.0, 1e-2);
  EXPECT_NEAR(at(kPi - 1e-3, 0).x, at(-kPi + 1e-3, 0).x, 2.0);
  EXPECT_NEAR(at(0, kPi / 2).y, 0, 1e-3);
  EXPECT_NEAR(at(0, -kPi / 2).y, kHeight - 1, 1e-3);
}

}  // namespace
}  // namespace gs::splat
