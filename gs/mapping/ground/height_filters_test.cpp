// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Median filter and hole filling of heights.
#include "gs/mapping/ground/height_filters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace gs::mapping {
namespace {

constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();

template <class Height>
GroundSurface surface_of(int width, int height, Height&& at) {
  GroundSurface surface{.width = width, .height = height, .resolution_m = 0.5};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) surface.heights.push_back(static_cast<float>(at(x, y)));
  }
  return surface;
}

// The median of the known samples of a window, with the count of its cells, by definition. Windows end at the grid.
struct Window {
  std::vector<float> known;
  std::size_t cells = 0;
};
Window window(const GroundSurface& s, int x, int y, int kernel) {
  Window out;
  for (int v = y - kernel / 2; v <= y + kernel / 2; ++v) {
    for (int u = x - kernel / 2; u <= x + kernel / 2; ++u) {
      ++out.cells;
      if (u < 0 || v < 0 || u >= s.width || v >= s.height || std::isnan(s.at(u, v))) continue;
      out.known.push_back(s.at(u, v));
    }
  }
  std::sort(out.known.begin(), out.known.end());
  return out;
}

// The median of a window of a plane is the value of its middle, except at the edge of the grid.
TEST(MedianFilter, KeepsAPlaneAndDropsASpike) {
  const auto plane = [](int x, int y) { return 2 + 0.03 * x - 0.02 * y; };
  GroundSurface surface = surface_of(31, 25, plane);
  surface.heights[surface.index(15, 12)] += 3;
  median_filter(surface, 5, 0.5);
  for (int y = 2; y < surface.height - 2; ++y) {
    for (int x = 2; x < surface.width - 2; ++x) {
      if (x == 15 && y == 12) continue;
      EXPECT_NEAR(surface.at(x, y), plane(x, y), 0.06) << x << " " << y;
    }
  }
  EXPECT_TRUE(std::isnan(surface.at(15, 12)));
}

// Noise with gaps; the outlier limit is too large to drop a sample.
TEST(MedianFilter, GivesAValueBetweenTheNeighboursOfTheMiddleRank) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> noise(0, 0.1);
  std::bernoulli_distribution missing(0.15);
  const GroundSurface before = surface_of(40, 30, [&](int, int) { return missing(random) ? kUnknown : noise(random); });
  GroundSurface after = before;
  median_filter(after, 5, 100.0);
  for (int y = 2; y < before.height - 2; ++y) {
    for (int x = 2; x < before.width - 2; ++x) {
      if (std::isnan(before.at(x, y))) {
        EXPECT_TRUE(std::isnan(after.at(x, y))) << "filtering must not invent ground";
        continue;
      }
      const Window around = window(before, x, y, 5);
      if (2 * around.known.size() < around.cells + 1) continue;
      const std::size_t middle = around.known.size() / 2;
      EXPECT_GE(after.at(x, y), around.known[middle - 1]) << x << " " << y;
      EXPECT_LE(after.at(x, y), around.known[std::min(middle + 1, around.known.size() - 1)]) << x << " " << y;
    }
  }
}

// A kernel of 1 is how users switch the filter off.
TEST(MedianFilter, OfOneSampleChangesNothing) {
  GroundSurface surface = surface_of(9, 7, [](int x, int y) { return (x * 31 + y * 17) % 5; });
  const std::vector<float> before = surface.heights;
  median_filter(surface, 1, 100.0);
  EXPECT_EQ(surface.heights, before);
}

// A plane is harmonic, so Laplace interpolation of a hole in it gives the plane back.
TEST(FillHoles, ContinuesAPlaneThroughAHole) {
  const auto plane = [](int x, int y) { return -1 + 0.05 * x + 0.08 * y; };
  const auto in_hole = [](int x, int y) { return std::abs(x - 14) + std::abs(y - 10) < 6; };
  GroundSurface surface = surface_of(30, 22, [&](int x, int y) { return in_hole(x, y) ? kUnknown : plane(x, y); });
  std::size_t holes = 0;
  for (const float h : surface.heights) holes += std::isnan(h);
  EXPECT_EQ(fill_holes(surface, 1000), holes);
  for (int y = 0; y < surface.height; ++y) {
    for (int x = 0; x < surface.width; ++x) EXPECT_NEAR(surface.at(x, y), plane(x, y), 2e-3) << x << " " << y;
  }
}

// Maximum principle of the Laplace equation: filled ground has no bumps of its own.
TEST(FillHoles, StaysBetweenTheHeightsOfItsRim) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> height(-3, 7);
  GroundSurface surface =
      surface_of(20, 20, [&](int x, int y) { return x > 3 && x < 16 && y > 3 && y < 16 ? kUnknown : height(random); });
  EXPECT_EQ(fill_holes(surface, 1000), 144u);
  for (const float h : surface.heights) {
    EXPECT_GE(h, -3);
    EXPECT_LE(h, 7);
  }
}

// Unknown ground must not become drivable by extrapolation.
TEST(FillHoles, LeavesLargeHolesAndThoseAtTheEdgeUnknown) {
  GroundSurface surface = surface_of(20, 20, [](int x, int y) {
    const bool large = x > 1 && x < 10 && y > 1 && y < 10, edge = x == 19 && y > 5, small = x == 13 && y == 3;
    return large || edge || small ? kUnknown : 1.0;
  });
  // The large hole has 64 samples of 0.25 m^2.
  EXPECT_EQ(fill_holes(surface, 15.9), 1u);
  EXPECT_FALSE(std::isnan(surface.at(13, 3)));
  EXPECT_TRUE(std::isnan(surface.at(5, 5)));
  EXPECT_TRUE(std::isnan(surface.at(19, 10)));
  EXPECT_EQ(fill_holes(surface, 16.1), 64u);
  EXPECT_TRUE(std::isnan(surface.at(19, 10)));
}

}  // namespace
}  // namespace gs::mapping
