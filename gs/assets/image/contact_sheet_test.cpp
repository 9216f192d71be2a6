// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The grid of images: order, gaps, missing images and row heights.
#include "gs/assets/image/contact_sheet.h"

#include <gtest/gtest.h>

namespace gs::assets {
namespace {

// An image of one grey value.
Image plain(int width, int height, int value) { return Canvas(width, height, rgb8(value, value, value)).image(); }

// Red channel of a row of pixels.
std::vector<int> row(const Image& image, int y) {
  std::vector<int> out;
  for (int x = 0; x < image.width; ++x) out.push_back(image.sample(x, y, 0));
  return out;
}

TEST(ContactSheet, EqualImagesFillAGridRowByRow) {
  const Image images[] = {plain(2, 1, 10), plain(2, 1, 20), plain(2, 1, 30), plain(2, 1, 40)};
  const Image sheet = contact_sheet(images, {.across = 2});
  ASSERT_EQ(sheet.height, 2);
  EXPECT_EQ(row(sheet, 0), (std::vector<int>{10, 10, 20, 20}));
  EXPECT_EQ(row(sheet, 1), (std::vector<int>{30, 30, 40, 40}));
}

TEST(ContactSheet, GapsAndMissingImagesShowTheBackground) {
  const Image images[] = {plain(2, 1, 10), plain(1, 1, 20), plain(1, 2, 30)};
  const Image sheet = contact_sheet(images, {.across = 2, .gap = 1, .background = rgb8(7, 7, 7)});
  ASSERT_EQ(sheet.height, 4);
  EXPECT_EQ(row(sheet, 0), (std::vector<int>{10, 10, 7, 20}));
  EXPECT_EQ(row(sheet, 1), (std::vector<int>{7, 7, 7, 7}));
  EXPECT_EQ(row(sheet, 2), (std::vector<int>{30, 7, 7, 7}));
  EXPECT_EQ(row(sheet, 3), (std::vector<int>{30, 7, 7, 7}));
}

TEST(ContactSheet, ARowIsAsHighAsItsHighestImage) {
  const Image images[] = {plain(1, 3, 10), plain(1, 1, 20), plain(3, 1, 30)};
  const Image sheet = contact_sheet(images, {.across = 2});
  ASSERT_EQ(sheet.height, 4);
  EXPECT_EQ(row(sheet, 0), (std::vector<int>{10, 20, 255}));
  EXPECT_EQ(row(sheet, 2), (std::vector<int>{10, 255, 255}));
  EXPECT_EQ(row(sheet, 3), (std::vector<int>{30, 30, 30}));
}

TEST(ContactSheet, WithoutImagesThereIsOnePixelOfBackground) {
  const Image sheet = contact_sheet({}, {.background = rgb8(9, 9, 9)});
  EXPECT_EQ(sheet, plain(1, 1, 9));
}

}  // namespace
}  // namespace gs::assets
