// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Planes of voxels: distances, normals, precision far from the origin.
#include "gs/mapping/odometry/voxel_planes.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <tuple>

#include "gs/core/numbers/random.h"
#include "gs/mapping/odometry/voxel_filter.h"

namespace gs::mapping {
namespace {

// Points of the plane z = height + slope x over the unit square at (x0, 0).
PointBuffer slab(double x0, double height, double slope) {
  PointBuffer points;
  for (int i = 0; i < 100; ++i) {
    const double x = x0 + 0.05 + 0.1 * (i % 10), y = 0.05 + 0.1 * (i / 10);
    points.push(cast<float>(Vec3d{x, y, height + slope * x}), 0);
  }
  return points;
}

TEST(VoxelPlanes, FindsPlaneDistanceAndNormal) {
  VoxelPlanes map(1.0);
  map.add(slab(3, 0.2, 0.1), {});
  const auto match = map.find({3.5, 0.5, 0.85}, 1.0f);
  ASSERT_TRUE(match);
  const Vec3d normal = normalized(Vec3d{-0.1, 0, 1});
  EXPECT_NEAR(std::abs(dot(cast<double>(match->normal), normal)), 1, 1e-5);
  EXPECT_NEAR(std::abs(match->distance_m), 0.3 * normal.z, 1e-4);
  EXPECT_LT(match->variance_m2, 1e-6f);
}

// Float moments relative to the voxel keep their precision 50 km from the origin.
TEST(VoxelPlanes, IsAsPreciseFarFromTheOrigin) {
  VoxelPlanes map(1.0);
  const Rigid3d far{Quaterniond::from_rpy(0.0, 0.0, 0.7), {50000.25, -31000.5, 120.125}};
  map.add(slab(3, 0.5, 0), far);
  const auto match = map.find(far * Vec3d{3.5, 0.5, 0.6}, 1.0f);
  ASSERT_TRUE(match);
  EXPECT_NEAR(std::abs(match->distance_m), 0.1, 1e-3);
}

TEST(VoxelPlanes, LooksIntoTheVoxelsNextToThePoint) {
  VoxelPlanes map(1.0);
  map.add(slab(3, 0.05, 0), {});
  const auto below = map.find({3.5, 0.5, -0.1}, 1.0f);  // its own voxel is empty
  ASSERT_TRUE(below);
  EXPECT_NEAR(std::abs(below->distance_m), 0.15, 1e-4);
  EXPECT_FALSE(map.find({3.5, 0.5, -0.1}, 0.1f));  // beyond the gate
  EXPECT_FALSE(map.find({3.5, 0.5, -0.6}, 1.0f));  // the next voxels are on the other side
}

TEST(VoxelPlanes, OneRingIsNoPlane) {
  VoxelPlanes map(1.0);
  PointBuffer ring;
  for (int i = 0; i < 40; ++i) ring.push({10 + 0.025f * i, 12.1f + 0.01f * ((i * 7) % 5 - 2), 1.2f}, 0);
  map.add(ring, {});
  EXPECT_EQ(map.planes(), 0u);
  for (float& z : ring.z) z += 0.6f;  // a second ring makes it a wall
  map.add(ring, {});
  EXPECT_EQ(map.planes(), 1u);
}

// Far beside two rings their plane is only a guess.
TEST(VoxelPlanes, DoesNotExtrapolateBesideItsPoints) {
  VoxelPlanes map(2.0);
  PointBuffer rings;
  for (int i = 0; i < 80; ++i) rings.push({0.05f + 0.5f * (i % 2), 0.02f * i, 1.0f}, 0);
  map.add(rings, {});
  ASSERT_EQ(map.planes(), 1u);
  EXPECT_TRUE(map.find({0.3, 0.8, 1.1}, 1.0f));
  EXPECT_FALSE(map.find({1.8, 0.8, 1.1}, 1.0f));
}

TEST(VoxelPlanes, ForgetsAndIgnoresImpossiblePoints) {
  VoxelPlanes map(1.0);
  map.add(slab(3, 0.2, 0), {});
  PointBuffer bad;
  bad.push({std::numeric_limits<float>::quiet_NaN(), 0, 0}, 0);
  bad.push({1e9f, 0, 0}, 0);
  map.add(bad, {});
  EXPECT_EQ(map.voxels(), 1u);
  EXPECT_FALSE(map.find({std::numeric_limits<double>::infinity(), 0, 0}, 1.0f));
  map.forget_beyond({100, 0, 0}, 50);
  EXPECT_EQ(map.voxels(), 0u);
}

TEST(VoxelFilter, KeepsTheFirstPointOfEveryVoxel) {
  Random random(5, purpose("thin"), 0);
  VoxelFilter filter;
  for (int round = 0; round < 3; ++round) {  // the memory of a round must not show in the next
    PointBuffer points, out;
    for (int i = 0; i < 5000; ++i) {
      points.push(cast<float>(Vec3d{random.normal(0, 3), random.normal(0, 3), random.normal(0, 1)}), 0.001f * i);
    }
    thin(points, 0.5, filter, out);
    std::set<std::tuple<int, int, int>> seen;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec3d p = cast<double>(points.at(i)) / 0.5;
      if (!seen.insert({int(std::floor(p.x)), int(std::floor(p.y)), int(std::floor(p.z))}).second) continue;
      ASSERT_LT(kept, out.size());
      EXPECT_EQ(out.at(kept), points.at(i));
      EXPECT_EQ(out.time_s[kept], points.time_s[i]);
      ++kept;
    }
    EXPECT_EQ(kept, out.size());
  }
}

}  // namespace
}  // namespace gs::mapping
