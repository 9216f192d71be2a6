// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Shapes and text on the canvas, pixel by pixel against their definitions.
#include "gs/assets/image/canvas.h"

#include <cmath>
#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

#include "gs/assets/image/lettering.h"
#include "gs/core/numbers/math.h"

namespace gs::assets {
namespace {

constexpr Color kBlack{0, 0, 0}, kWhite{1, 1, 1};
using Ring = std::vector<Vec2d>;

// Area of white on black [px].
double lit(const Canvas& canvas) {
  double sum = 0;
  for (int y = 0; y < canvas.height(); ++y) {
    for (int x = 0; x < canvas.width(); ++x) sum += canvas.image().sample(x, y, 0) / 255.0;
  }
  return sum;
}

TEST(Color, EveryByteSurvivesTheWayThroughAColour) {
  for (int v = 0; v < 256; ++v) {
    const auto bytes = to_bytes(rgb8(v, 255 - v, v / 2));
    EXPECT_EQ(bytes[0], v);
    EXPECT_EQ(bytes[1], 255 - v);
    EXPECT_EQ(bytes[2], v / 2);
  }
}

TEST(Color, ValuesOutsideTheRangeAreClamped) {
  const auto bytes = to_bytes({-0.5f, 1.5f, std::nanf("")});
  EXPECT_EQ(bytes[0], 0);
  EXPECT_EQ(bytes[1], 255);
  EXPECT_EQ(bytes[2], 0);
}

TEST(Canvas, ShapesCoverTheirArea) {
  Canvas canvas(200, 100, kBlack);
  canvas.dot({50, 50}, 20, kWhite);
  EXPECT_NEAR(lit(canvas), kPi * 400, 10);
  canvas = Canvas(200, 100, kBlack);
  canvas.line({10, 20}, {190, 80}, 4, kWhite);
  EXPECT_NEAR(lit(canvas), 4 * std::hypot(180, 60) + kPi * 4, 10);
  canvas = Canvas(200, 100, kBlack);
  canvas.circle({100, 50}, 30, 3, kWhite);
  EXPECT_NEAR(lit(canvas), 2 * kPi * 30 * 3, 10);
  canvas = Canvas(200, 100, kBlack);
  canvas.rectangle(-10, 90, 30, 30, kWhite);
  EXPECT_EQ(lit(canvas), 20 * 10);
}

TEST(Canvas, OpacityMixesWithTheBackground) {
  Canvas canvas(3, 1, rgb8(100, 100, 100));
  canvas.pixel(0, 0, rgb8(200, 0, 100), 0.25);
  canvas.pixel(1, 0, rgb8(200, 0, 100));
  canvas.pixel(2, 0, rgb8(200, 0, 100), 0);
  EXPECT_EQ(canvas.image().data, (std::vector<uint8_t>{125, 75, 100, 200, 0, 100, 100, 100, 100}));
}

// The line visits only pixels near it; this oracle asks every pixel for its distance to the segment.
TEST(Canvas, LineEqualsTheDistanceOfEveryPixel) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-20, 60), width(0.5, 7);
  for (int round = 0; round < 200; ++round) {
    const Vec2d a{place(random), place(random)};
    const Vec2d b = round % 4 == 0   ? a
                    : round % 4 == 1 ? Vec2d{a.x, place(random)}
                                     : Vec2d{place(random), place(random)};
    const double thickness = width(random);
    Canvas canvas(40, 30, kBlack);
    canvas.line(a, b, thickness, kWhite);
    for (int y = 0; y < 30; ++y) {
      for (int x = 0; x < 40; ++x) {
        const Vec2d p{x + 0.5, y + 0.5}, d = b - a;
        const double t = dot(d, d) > 0 ? std::clamp(dot(p - a, d) / dot(d, d), 0.0, 1.0) : 0.0;
        const double cover = std::clamp(0.5 * thickness + 0.5 - norm(p - a - d * t), 0.0, 1.0);
        ASSERT_NEAR(canvas.image().sample(x, y, 1), 255 * cover, 0.51) << "round " << round << ", " << x << " " << y;
      }
    }
  }
}

// Even-odd rule for a point: the number of edges to its right.
bool inside(const std::vector<Ring>& rings, Vec2d p) {
  bool in = false;
  for (const Ring& ring : rings) {
    for (std::size_t i = 1; i < ring.size(); ++i) {
      const Vec2d a = ring[i - 1], b = ring[i];
      if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) in = !in;
    }
  }
  return in;
}

TEST(Canvas, FillFollowsTheEvenOddRuleInEveryPixel) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(-15, 55);
  for (int round = 0; round < 100; ++round) {
    std::vector<Ring> rings(3);
    for (Ring& ring : rings) {
      for (int i = 0; i < 7; ++i) ring.push_back({place(random), place(random)});
      ring.push_back(ring.front());
    }
    Canvas canvas(40, 30, kBlack);
    canvas.fill(rings, kWhite);
    for (int y = 0; y < 30; ++y) {
      for (int x = 0; x < 40; ++x) {
        ASSERT_EQ(canvas.image().sample(x, y, 0) == 255, inside(rings, {x + 0.5, y + 0.5})) << x << " " << y;
      }
    }
  }
}

TEST(Canvas, HolesAreRingsOfTheirOwn) {
  Canvas canvas(200, 100, kBlack);
  canvas.fill(
      {{{10, 10}, {110, 10}, {110, 90}, {10, 90}, {10, 10}}, {{20, 20}, {40, 20}, {40, 40}, {20, 40}, {20, 20}}},
      kWhite);
  EXPECT_EQ(lit(canvas), 100 * 80 - 20 * 20);
}

// With 14 pixels a dot of the font is 2 pixels wide, so that every pixel is either inside or outside.
TEST(Canvas, TextOfWholeDotsIsSharpAndHasTheInkOfTheFont) {
  Canvas canvas(60, 20, kBlack);
  canvas.text({5, 3}, 14, "aX2.", kWhite);
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 60; ++x) {
      const float u = (static_cast<float>(x) - 5 + 0.5f) / 14, v = 1 - (static_cast<float>(y) - 3 + 0.5f) / 14;
      ASSERT_EQ(canvas.image().sample(x, y, 0), has_ink("AX2.", u, v) ? 255 : 0) << x << " " << y;
    }
  }
  EXPECT_NEAR(text_width_px("AX2.", 14), 4 * 12 - 2, 1e-5);
}

// An H is symmetric: 17 dots of (height / 7)^2 pixels, and the same from the left and from the right.
TEST(Canvas, TextOfAnyHeightCoversItsDots) {
  constexpr double kHeight = 24.5, kDot = kHeight / 7;
  Canvas canvas(22, 30, kBlack);
  canvas.text({11 - 2.5 * kDot, 2.3}, kHeight, "H", kWhite);
  EXPECT_NEAR(lit(canvas), 17 * kDot * kDot, 0.08 * 17 * kDot * kDot);  // 9 samples per pixel
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 11; ++x) ASSERT_EQ(canvas.image().sample(x, y, 0), canvas.image().sample(21 - x, y, 0));
  }
}

TEST(Canvas, ShapesAreClippedToTheImage) {
  const double nan = std::nan("");
  Canvas canvas(20, 20, kBlack);
  canvas.dot({nan, 3}, 5, kWhite);
  canvas.line({0, nan}, {1, 1}, 5, kWhite);
  canvas.circle({nan, 3}, 5, 1, kWhite);
  canvas.text({nan, 3}, 5, "A", kWhite);
  canvas.fill({{{0, 0}, {nan, 9}, {9, 9}, {0, 0}}}, kWhite);
  canvas.dot({-100, 3}, 5, kWhite);
  canvas.pixel(-1, 5, kWhite);
  canvas.pixel(5, 20, kWhite);
  canvas.text({-30, 15}, 10, "out", kWhite);
  EXPECT_EQ(lit(canvas), 0);
  // Far and partly outside: nothing may crash or take long.
  canvas.line({-1e9, -5}, {1e9, 5}, 3, kWhite);
  canvas.line({5, -1e7}, {5, 1e7}, 1, kWhite);
  canvas.rectangle(-5, -5, 8, 8, kWhite);
  canvas.paste(Image::make(30, 30, 3), 15, -7);
  canvas.fill({{{-50, -50}, {50, -50}, {50, 50}, {-50, 50}, {-50, -50}}}, kWhite);
  EXPECT_EQ(lit(canvas), 400);
}

TEST(Canvas, PasteCopiesThePartInside) {
  Image image = Image::make(4, 3, 3);
  for (std::size_t i = 0; i < image.data.size(); ++i) image.data[i] = static_cast<uint8_t>(i + 1);
  Canvas canvas(5, 5, kBlack);
  canvas.paste(image, -1, 3);
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 5; ++x) {
      const bool covered = x < 3 && y >= 3;
      ASSERT_EQ(canvas.image().sample(x, y, 2), covered ? image.sample(x + 1, y - 3, 2) : 0) << x << " " << y;
    }
  }
}

}  // namespace
}  // namespace gs::assets
