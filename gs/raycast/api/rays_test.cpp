// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rays of a sweep: tiles, poses of columns, and the nearest hit.
#include "gs/raycast/api/sweep.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "gs/raycast/api/ray.h"

namespace gs::raycast {
namespace {

// A ray that no tile has would never be cast; one that two tiles have would be written by two threads.
TEST(RayTiles, HoldEveryRayOnceAndNoRowsMixed) {
  for (const RayGrid grid : {RayGrid{1, 1}, RayGrid{1, 8}, RayGrid{3, 9}, RayGrid{128, 1800}, RayGrid{5, 7}}) {
    const RayTiles tiles(grid);
    std::vector<int> times(grid.size(), 0);
    for (std::size_t t = 0; t < tiles.count(); ++t) {
      const RayTiles::Indices indices = tiles.indices(t);
      ASSERT_GE(indices.at[0], 0);
      const int64_t row = indices.at[0] / grid.columns;
      for (const int64_t i : indices.at) {
        if (i < 0) continue;
        ASSERT_LT(i, static_cast<int64_t>(grid.size()));
        EXPECT_EQ(i / grid.columns, row);
        ++times[static_cast<std::size_t>(i)];
      }
    }
    for (const int n : times) ASSERT_EQ(n, 1) << grid.rows << " x " << grid.columns;
  }
  EXPECT_EQ(RayTiles({4, 0}).count(), 0u);
}

// Casters index directions and poses without further checks.
TEST(Sweep, IsWellFormedWithWholeRingsAndOnePoseOrOnePerColumn) {
  const std::vector<Vec3f> directions(12);
  const std::vector<Rigid3d> poses(4);
  const auto well_formed = [&](std::size_t rays, std::size_t sensors, int columns) {
    return Sweep{
        .directions = std::span(directions).first(rays), .sensors = std::span(poses).first(sensors), .columns = columns}
        .is_well_formed();
  };
  EXPECT_TRUE(well_formed(12, 1, 4));
  EXPECT_TRUE(well_formed(12, 4, 4));
  EXPECT_TRUE(well_formed(0, 1, 4));
  EXPECT_FALSE(well_formed(12, 3, 4));
  EXPECT_FALSE(well_formed(12, 0, 4));
  EXPECT_FALSE(well_formed(11, 1, 4));
  EXPECT_FALSE(well_formed(12, 1, 0));
  EXPECT_FALSE(well_formed(12, 1, -4));
}

// The sensor stands at (1, 2, 3) and is turned by 90 degrees to the left.
TEST(Sweep, RaysBeginAtTheSensorAndTurnWithIt) {
  const Rigid3d sensor{Quaterniond::from_rpy(0, 0, kPi / 2), {1, 2, 3}};
  const Ray ray = sweep_ray(sensor, {1, 0, 0}, 80);
  EXPECT_EQ(ray.origin, (Vec3f{1, 2, 3}));
  EXPECT_NEAR(ray.direction.x, 0, 1e-6);
  EXPECT_NEAR(ray.direction.y, 1, 1e-6);
  EXPECT_EQ(ray.max_distance, 80);
}

// Ground and mesh are cast one after the other; both may hit at the same distance.
TEST(SweepReturn, TheNearestHitDecidesDistanceAndIncidence) {
  SweepReturn best;
  keep_nearer(best, kFar, {0, 0, 1}, {0, 0, -1});
  EXPECT_EQ(best.distance, kFar);
  keep_nearer(best, 10, {0, 0, 1}, {0.6f, 0, -0.8f});
  EXPECT_EQ(best.distance, 10);
  EXPECT_FLOAT_EQ(best.cos_incidence, 0.8f);
  keep_nearer(best, 12, {1, 0, 0}, {0.6f, 0, -0.8f});  // farther
  keep_nearer(best, 10, {1, 0, 0}, {0.6f, 0, -0.8f});  // as far: the first one stays
  keep_nearer(best, std::numeric_limits<float>::quiet_NaN(), {1, 0, 0}, {0.6f, 0, -0.8f});
  EXPECT_FLOAT_EQ(best.cos_incidence, 0.8f);
  keep_nearer(best, 3, {-1, 0, 0}, {0.6f, 0, -0.8f});
  EXPECT_EQ(best.distance, 3);
  EXPECT_FLOAT_EQ(best.cos_incidence, 0.6f);  // normals of either side
}

}  // namespace
}  // namespace gs::raycast
