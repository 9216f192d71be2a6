// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Pictures of the report: recorded, rendered, difference and mask.
#include "gs/builder/report/view_pictures.h"

#include <gtest/gtest.h>

#include "gs/assets/image/jpeg.h"

namespace gs::builder {
namespace {

assets::Image gray(int width, int height, uint8_t value) {
  assets::Image image = assets::Image::make(width, height, 3);
  std::ranges::fill(image.data, value);
  return image;
}

TEST(ViewPictures, EqualImagesHaveABlackDifferenceOthersALightOne) {
  const auto equal = view_pictures(gray(64, 32, 100), gray(64, 32, 100));
  const auto other = view_pictures(gray(64, 32, 100), gray(64, 32, 200));
  ASSERT_TRUE(equal && other);
  EXPECT_LT(assets::decode_jpeg(equal->difference.file)->sample(5, 5, 0), 8);
  EXPECT_GT(assets::decode_jpeg(other->difference.file)->sample(5, 5, 0), 240);
}

TEST(ViewPictures, LargeImagesAreReduced) {
  const auto pictures = view_pictures(gray(1920, 1080, 1), gray(1920, 1080, 2));
  ASSERT_TRUE(pictures);
  EXPECT_EQ(pictures->recorded.width, kReportImageSide);
  EXPECT_EQ(pictures->recorded.height, kReportImageSide * 9 / 16);
  EXPECT_FALSE(view_pictures(gray(10, 10, 0), gray(10, 11, 0)));
}

TEST(MaskPicture, MaskedPixelsBecomeRed) {
  assets::Image mask = assets::Image::make(64, 32, 1);
  std::ranges::fill(mask.data, uint8_t{255});
  for (int y = 0; y < 32; ++y) std::fill_n(mask.row(y), 32, uint8_t{0});  // left half
  const auto picture = mask_picture(gray(64, 32, 100), mask);
  ASSERT_TRUE(picture);
  const auto seen = assets::decode_jpeg(picture->file);
  EXPECT_GT(seen->sample(8, 16, 0), seen->sample(8, 16, 1) + 80);
  EXPECT_NEAR(seen->sample(56, 16, 0), 100, 6);
  EXPECT_FALSE(mask_picture(gray(64, 33, 100), mask));
}

}  // namespace
}  // namespace gs::builder
