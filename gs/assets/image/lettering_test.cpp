// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The built-in font: where its letters have ink and how wide texts are.
#include "gs/assets/image/lettering.h"

#include <gtest/gtest.h>

namespace gs::assets {
namespace {

// Points on and beside the strokes of an L.
TEST(Lettering, InkIsWhereTheLetterIs) {
  EXPECT_TRUE(has_ink("L", 0.05f, 0.95f));
  EXPECT_TRUE(has_ink("L", 0.6f, 0.05f));
  EXPECT_FALSE(has_ink("L", 0.6f, 0.95f));
  EXPECT_FALSE(has_ink("L", -0.1f, 0.5f));
  EXPECT_FALSE(has_ink("L", 5.0f, 0.5f));
}

TEST(Lettering, PointAndMinusAreThereAndTheUnknownIsBlank) {
  EXPECT_TRUE(has_ink("-", 0.3f, 0.5f));
  EXPECT_TRUE(has_ink("1.", 0.857f + 0.3f, 0.1f));
  EXPECT_FALSE(has_ink(".", 0.3f, 0.9f));
  for (float x = 0; x < 1; x += 0.1f) EXPECT_FALSE(has_ink("?", x, 0.5f));
}

TEST(Lettering, WidthCountsTheGapsBetweenLetters) {
  EXPECT_FLOAT_EQ(text_width("L"), 5.0f / 7.0f);
  EXPECT_FLOAT_EQ(text_width("LL"), 11.0f / 7.0f);
}

}  // namespace
}  // namespace gs::assets
