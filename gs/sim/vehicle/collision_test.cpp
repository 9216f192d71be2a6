// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Contact of the vehicle's box with the mesh, against dense sampling.
#include "gs/sim/vehicle/collision.h"

#include <gtest/gtest.h>

#include "gs/core/numbers/random.h"

namespace gs::sim {
namespace {

Rigid3d at(double x, double y, double yaw = 0) { return {Quaterniond::from_rpy(0, 0, yaw), {x, y, 0}}; }

// A wall in the plane x = 10, from y = -1 to 1, z = 0 to 2.
const std::vector<Vec3f> kWall{{10, -1, 0}, {10, 1, 0}, {10, 1, 2}, {10, -1, 2}};
const std::vector<uint32_t> kWallTriangles{0, 1, 2, 0, 2, 3};

TEST(Collision, BumperMeetsTheWallWhereItShould) {
  const VehicleOptions vehicle;  // front bumper 2.8 + 0.9 m ahead of the rear axle
  const Box box = collision_box(vehicle);
  const CollisionGrid grid(kWall, kWallTriangles, {});
  EXPECT_FALSE(grid.hits(box, at(10 - 3.71, 0)));
  EXPECT_TRUE(grid.hits(box, at(10 - 3.69, 0)));
  EXPECT_TRUE(grid.hits(box, at(9, 0)));
  EXPECT_TRUE(grid.hits(box, at(10.99, 0)));  // tail
  EXPECT_FALSE(grid.hits(box, at(11.01, 0)));
  EXPECT_FALSE(grid.hits(box, at(10, 1.0 + 0.5 * vehicle.width + 0.01)));
}

TEST(Collision, TheRoadUnderTheCarIsNotHit) {
  const std::vector<Vec3f> road{{-1000, -1000, 0}, {1000, -1000, 0}, {0, 1000, 0}};
  const std::vector<uint32_t> triangles{0, 1, 2};
  EXPECT_FALSE(CollisionGrid(road, triangles, {}).hits(collision_box({}), at(0, 0)));
  // A huge horizontal sheet through the cabin collides, although it is too large to be stored in grid cells.
  const std::vector<Vec3f> sheet{{-1000, -1000, 1}, {1000, -1000, 1}, {0, 1000, 1}};
  EXPECT_TRUE(CollisionGrid(sheet, triangles, {}).hits(collision_box({}), at(0, 0)));
}

TEST(Collision, AgreesWithDenseSamplingOfTriangles) {
  const Box box = collision_box({});
  int hits = 0;
  for (uint64_t i = 0; i < 400; ++i) {
    Random random(5, purpose("collision"), i);
    std::vector<Vec3f> triangle;
    for (int k = 0; k < 3; ++k) {
      triangle.push_back(cast<float>(Vec3d{random.uniform(-4, 8), random.uniform(-4, 4), random.uniform(0, 4)}));
    }
    const std::vector<uint32_t> indices{0, 1, 2};
    const Rigid3d pose = at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-3, 3));
    const bool ours = CollisionGrid(triangle, indices, {}).hits(box, pose);
    // Sampling can miss grazing contacts, so it is one-sided: every contact that sampling finds must be found.
    bool sampled = false;
    constexpr int kSteps = 60;
    for (int a = 0; a <= kSteps && !sampled; ++a) {
      for (int b = 0; a + b <= kSteps && !sampled; ++b) {
        const double u = static_cast<double>(a) / kSteps, v = static_cast<double>(b) / kSteps;
        const Vec3d p =
            cast<double>(triangle[0]) * (1 - u - v) + cast<double>(triangle[1]) * u + cast<double>(triangle[2]) * v;
        const Vec3d local = pose.inverse() * p - box.centre;
        sampled = std::abs(local.x) <= box.half_extent.x && std::abs(local.y) <= box.half_extent.y &&
                  std::abs(local.z) <= box.half_extent.z;
      }
    }
    EXPECT_TRUE(ours || !sampled) << i;
    hits += ours;
  }
  EXPECT_GT(hits, 50);
  EXPECT_LT(hits, 350);
}

TEST(Collision, OriginShiftsTheMesh) {
  std::vector<Vec3f> shifted = kWall;
  for (Vec3f& v : shifted) v = v - Vec3f{5, 0, 0};
  const CollisionGrid grid(shifted, kWallTriangles, {5, 0, 0});
  EXPECT_TRUE(grid.hits(collision_box({}), at(9, 0)));
  EXPECT_FALSE(grid.hits(collision_box({}), at(0, 0)));
}

}  // namespace
}  // namespace gs::sim
