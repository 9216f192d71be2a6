// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Samples of a ground surface inside polygons and below obstacles.
#include "gs/mapping/drivable/ground_cells.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gs::mapping {
namespace {

// Level ground of 8 m x 6 m whose corner is at (-1, -2); sample (3, 3) is unknown.
GroundSurface small_ground() {
  GroundSurface g{.width = 17, .height = 13, .resolution_m = 0.5, .origin_x = -1, .origin_y = -2};
  g.heights.assign(static_cast<std::size_t>(g.width * g.height), 5.0f);
  g.heights[g.index(3, 3)] = std::numeric_limits<float>::quiet_NaN();
  return g;
}

TEST(GroundCells, InsidePolygonsAreThoseThatTheyContain) {
  const GroundSurface g = small_ground();
  const std::vector<Polygon> polygons = {
      {.outer = {{-0.3, -1.2}, {5.1, -3.4}, {20.3, 0.7}, {3.3, 2.9}, {-0.3, -1.2}},  // beyond two sides of the grid
       .holes = {{{1.2, -0.6}, {1.7, 1.1}, {3.4, 0.3}, {1.2, -0.6}}}},
      {.outer = {{-0.9, 2.1}, {0.7, 2.2}, {-0.4, 3.7}, {-0.9, 2.1}}, .holes = {}}};
  const CellSet cells = cells_inside(g, polygons);
  int inside = 0;
  for (int y = 0; y < g.height; ++y) {
    for (int x = 0; x < g.width; ++x) {
      const bool expected = contains(polygons, {g.origin_x + 0.5 * x, g.origin_y + 0.5 * y});
      EXPECT_EQ(cells.has(x, y), expected) << x << " " << y;
      inside += expected ? 1 : 0;
    }
  }
  EXPECT_GT(inside, 40);
}

TEST(GroundCells, OutsideOfTheGridAreNone) {
  const GroundSurface g = small_ground();
  const auto count = [](const CellSet& set) { return std::count(set.cells.begin(), set.cells.end(), 1); };
  EXPECT_EQ(count(cells_inside(g, {})), 0);
  const std::vector<Polygon> away = {{.outer = {{50, 50}, {60, 50}, {60, 60}, {50, 50}}, .holes = {}}};
  EXPECT_EQ(count(cells_inside(g, away)), 0);
  const std::vector<Polygon> around = {
      {.outer = {{-1e9, -1e9}, {1e9, -1e9}, {1e9, 1e9}, {-1e9, 1e9}, {-1e9, -1e9}}, .holes = {}}};
  EXPECT_EQ(count(cells_inside(g, around)), 17 * 13);
}

TEST(GroundCells, OfAPositionIsTheNearestSampleOfTheGrid) {
  const GroundSurface g = small_ground();
  const auto cell = cell_at(g, 0.2, -1.3);
  ASSERT_TRUE(cell);
  EXPECT_EQ(cell->x, 2);
  EXPECT_EQ(cell->y, 1);
  EXPECT_FALSE(cell_at(g, -1.3, 0));
  EXPECT_FALSE(cell_at(g, 0, 4.3));
  EXPECT_FALSE(cell_at(g, std::numeric_limits<double>::quiet_NaN(), 0));
  EXPECT_FALSE(cell_at(g, 1e300, 0));
}

TEST(GroundCells, OfObstaclesNeedAHeightWithinTheLimitsAndKnownGround) {
  const GroundSurface g = small_ground();
  const std::vector<MapPoint> map = {
      {{0, 0, 5.6}, 0, 1}, {{1, 0, 5.2}, 0, 1}, {{2, 0, 8.0}, 0, 1}, {{0.5, -0.5, 6}, 0, 1}, {{90, 0, 6}, 0, 1}};
  const CellSet cells = obstacle_cells(g, map, 0.3, 2.5);
  EXPECT_TRUE(cells.has(2, 4));
  EXPECT_EQ(std::count(cells.cells.begin(), cells.cells.end(), 1), 1);
}

}  // namespace
}  // namespace gs::mapping
