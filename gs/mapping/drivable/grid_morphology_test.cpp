// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Erosion, dilation, flood fill and outlines on a grid, against their definitions.
#include "gs/mapping/drivable/grid_morphology.h"

#include <gtest/gtest.h>

#include <random>

namespace gs::mapping {
namespace {

CellSet random_set(int width, int height, double share, uint64_t seed) {
  std::mt19937_64 random(seed);
  CellSet set(width, height);
  for (uint8_t& cell : set.cells) cell = std::bernoulli_distribution(share)(random);
  return set;
}

CellSet complement(CellSet set) {
  for (uint8_t& cell : set.cells) cell = cell == 0;
  return set;
}

// True if `holds(cell)` is true for all (or for any) cells of the square around (x, y), by definition.
bool all_around(const CellSet& set, int x, int y, int reach) {
  for (int dy = -reach; dy <= reach; ++dy) {
    for (int dx = -reach; dx <= reach; ++dx) {
      if (!set.has(x + dx, y + dy)) return false;
    }
  }
  return true;
}
bool any_around(const CellSet& set, int x, int y, int reach) {
  for (int dy = -reach; dy <= reach; ++dy) {
    for (int dx = -reach; dx <= reach; ++dx) {
      if (set.has(x + dx, y + dy)) return true;
    }
  }
  return false;
}

// The fast versions work row by row; the definition looks at the whole square around every cell.
TEST(GridMorphology, ErosionAndDilationFollowTheirDefinition) {
  for (const auto& [share, seed] : {std::pair{0.1, 1}, {0.5, 2}, {0.95, 3}}) {
    const CellSet set = random_set(23, 17, share, static_cast<uint64_t>(seed));
    for (const int reach : {0, 1, 2, 5, 30}) {
      const CellSet less = shrink(set, reach), more = expand(set, reach);
      for (int y = 0; y < set.height; ++y) {
        for (int x = 0; x < set.width; ++x) {
          ASSERT_EQ(less.has(x, y), all_around(set, x, y, reach)) << x << " " << y << " reach " << reach;
          ASSERT_EQ(more.has(x, y), any_around(set, x, y, reach)) << x << " " << y << " reach " << reach;
        }
      }
    }
  }
}

// Dilation of a set is the complement of the erosion of its complement, away from the edge of the grid.
TEST(GridMorphology, ErosionAndDilationAreDual) {
  const CellSet set = random_set(40, 30, 0.4, 4);
  const int reach = 3;
  const CellSet more = expand(set, reach), less = complement(shrink(complement(set), reach));
  for (int y = reach; y < set.height - reach; ++y) {
    for (int x = reach; x < set.width - reach; ++x) EXPECT_EQ(more.has(x, y), less.has(x, y)) << x << " " << y;
  }
}

// Two properties define the fill: neighbours are kept or dropped together, and every kept part has a seed.
TEST(GridMorphology, AFloodFillKeepsWholePartsWithASeedAndNoOthers) {
  const CellSet set = random_set(31, 29, 0.55, 5), seeds = random_set(31, 29, 0.02, 6);
  const CellSet kept = connected(set, seeds);
  for (int y = 0; y < set.height; ++y) {
    for (int x = 0; x < set.width; ++x) {
      if (!set.has(x, y)) {
        ASSERT_FALSE(kept.has(x, y));
        continue;
      }
      if (seeds.has(x, y)) {
        ASSERT_TRUE(kept.has(x, y));
      }
      // Side neighbours in the set share the fate of this cell.
      if (set.has(x + 1, y)) {
        ASSERT_EQ(kept.has(x, y), kept.has(x + 1, y));
      }
      if (set.has(x, y + 1)) {
        ASSERT_EQ(kept.has(x, y), kept.has(x, y + 1));
      }
    }
  }
  // Without the kept parts no seed is left in the set.
  for (std::size_t i = 0; i < set.cells.size(); ++i) EXPECT_FALSE(set.cells[i] && !kept.cells[i] && seeds.cells[i]);
}

// A vehicle does not fit through a corner.
TEST(GridMorphology, CellsThatTouchAtACornerOnlyAreNotConnected) {
  CellSet diagonal(2, 2), seed(2, 2);
  diagonal.cells = {1, 0, 0, 1};
  seed.cells = {1, 0, 0, 0};
  EXPECT_EQ(connected(diagonal, seed).cells, (std::vector<uint8_t>{1, 0, 0, 0}));
}

// Ground is never taken away, and no 2 x 2 square has only its two diagonal cells in the set.
TEST(GridMorphology, JoiningCornersOnlyAddsCellsAndLeavesNoCornerContact) {
  CellSet set = random_set(37, 41, 0.5, 7);
  const CellSet before = set;
  join_corners(set);
  for (std::size_t i = 0; i < set.cells.size(); ++i) EXPECT_GE(set.cells[i], before.cells[i]);
  for (int y = 0; y + 1 < set.height; ++y) {
    for (int x = 0; x + 1 < set.width; ++x) {
      const bool a = set.has(x, y), b = set.has(x + 1, y), c = set.has(x, y + 1), d = set.has(x + 1, y + 1);
      EXPECT_FALSE((a && d && !b && !c) || (b && c && !a && !d)) << x << " " << y;
    }
  }
}

// A cell has an area of 1, so the area of all polygons minus their holes is the number of cells.
TEST(GridMorphology, OutlinesEncloseAsMuchAreaAsThereAreCells) {
  for (uint64_t seed = 10; seed < 20; ++seed) {
    CellSet set = random_set(25, 25, 0.3 + 0.05 * static_cast<double>(seed - 10), seed);
    join_corners(set);
    double cells = 0;
    for (const uint8_t cell : set.cells) cells += cell;
    EXPECT_NEAR(area_m2(outline(set)), cells, 1e-9) << seed;
  }
  EXPECT_TRUE(outline(CellSet(5, 5)).empty());
}

}  // namespace
}  // namespace gs::mapping
