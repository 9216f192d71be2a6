// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Colour maps at their stops, between them and beyond their ends.
#include "gs/assets/image/color_map.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace gs::assets {
namespace {

constexpr Color kRed{1, 0, 0}, kGreen{0, 1, 0}, kBlue{0, 0, 1};
constexpr ColorStop kStops[] = {{-2, kRed}, {0, kGreen}, {6, kBlue}};
constexpr Color kEven[] = {kRed, kGreen, kBlue};

void expect_color(Color value, Color expected) {
  EXPECT_NEAR(value.x, expected.x, 1e-6f);
  EXPECT_NEAR(value.y, expected.y, 1e-6f);
  EXPECT_NEAR(value.z, expected.z, 1e-6f);
}

TEST(ColorMap, StopsHaveTheirColours) {
  for (const ColorStop& stop : kStops) expect_color(color_at(kStops, stop.at), stop.color);
  for (int i = 0; i < 3; ++i) expect_color(color_at(kEven, 0.5 * i), kEven[i]);
}

TEST(ColorMap, ValuesBetweenStopsAreMixedLinearly) {
  expect_color(color_at(kStops, -1.5), {0.75f, 0.25f, 0});
  expect_color(color_at(kStops, 4), {0, 1 / 3.f, 2 / 3.f});
  expect_color(color_at(kEven, 0.125), {0.75f, 0.25f, 0});
  expect_color(color_at(kEven, 0.9), {0, 0.2f, 0.8f});
}

TEST(ColorMap, ColoursStayConstantBeyondTheEnds) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double low : {-2.1, -infinity, std::nan("")}) {
    expect_color(color_at(kStops, low), kRed);
    expect_color(color_at(kEven, low), kRed);
  }
  for (const double high : {6.1, infinity}) {
    expect_color(color_at(kStops, high), kBlue);
    expect_color(color_at(kEven, high), kBlue);
  }
}

TEST(ColorMap, EqualDistancesAreStopsAtEqualDistances) {
  constexpr ColorStop stops[] = {{0, kRed}, {0.5, kGreen}, {1, kBlue}};
  for (int i = -10; i <= 110; ++i) {
    const double t = 0.01 * i;
    expect_color(color_at(kEven, t), color_at(stops, t));
  }
}

TEST(ColorMap, OneColourIsTheColourOfAllValues) {
  constexpr Color one[] = {kGreen};
  constexpr ColorStop stop[] = {{3, kBlue}};
  for (const double value : {-1.0, 0.5, 3.0, 9.0}) {
    expect_color(color_at(one, value), kGreen);
    expect_color(color_at(stop, value), kBlue);
  }
}

}  // namespace
}  // namespace gs::assets
