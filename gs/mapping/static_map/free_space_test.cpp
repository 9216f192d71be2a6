// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/static_map/free_space.h"

#include <gtest/gtest.h>

namespace gs::mapping {
namespace {

// Whether the voxel of a point is set in one of the arrays of its block.
bool is_set(const FreeSpace& space, Vec3d point, double voxel_m, uint8_t (FreeSpace::BlockBits::*bits)[64]) {
  const Voxel v = *voxel_of(point, voxel_m);
  FreeSpace::BlockBits block{};
  if (!space.read_block({v.x >> 3, v.y >> 3, v.z >> 3}, block)) return false;
  return ((block.*bits)[(v.y & 7) + 8 * (v.z & 7)] >> (v.x & 7) & 1) != 0;
}

TEST(FreeSpace, ALoneRayPassesVoxelsButMakesNoneCertainlyEmpty) {
  FreeSpace space(0.2, 20, /*find_passed=*/true);
  const std::vector<FreeSpace::Ray> rays{{{0.1, 0.1, 2.1}, {10.1, 0.1, 2.1}}};
  space.observe({0.1, 0.1, 2.1}, rays);
  const Vec3d on_ray{5.1, 0.1, 2.1};
  EXPECT_TRUE(is_set(space, on_ray, 0.2, &FreeSpace::BlockBits::passed));
  EXPECT_FALSE(is_set(space, on_ray, 0.2, &FreeSpace::BlockBits::empty));
  EXPECT_FALSE(is_set(space, on_ray + Vec3d{0, 0.4, 0}, 0.2, &FreeSpace::BlockBits::passed));
  // Next to the end of the ray, and at it.
  EXPECT_FALSE(is_set(space, {9.9, 0.1, 2.1}, 0.2, &FreeSpace::BlockBits::passed));
  EXPECT_FALSE(is_set(space, {10.1, 0.1, 2.1}, 0.2, &FreeSpace::BlockBits::passed));
  EXPECT_TRUE(is_set(space, {10.1, 0.1, 2.1}, 0.2, &FreeSpace::BlockBits::filled));
}

TEST(FreeSpace, VoxelsBesideAnEndAreNotPassed) {
  FreeSpace space(0.2, 20, /*find_passed=*/true);
  const std::vector<FreeSpace::Ray> rays{{{0.1, 0.1, 2.1}, {10.1, 0.1, 2.1}}, {{0.1, 0.3, 2.3}, {5.1, 0.3, 2.3}}};
  space.observe({0.1, 0.1, 2.1}, rays);
  EXPECT_FALSE(is_set(space, {5.1, 0.1, 2.1}, 0.2, &FreeSpace::BlockBits::passed));
  EXPECT_TRUE(is_set(space, {6.1, 0.1, 2.1}, 0.2, &FreeSpace::BlockBits::passed));
}

TEST(FreeSpace, PassedVoxelsAreFoundOnRequestOnly) {
  FreeSpace space(0.2, 20);
  const std::vector<FreeSpace::Ray> rays{{{0.1, 0.1, 2.1}, {10.1, 0.1, 2.1}}};
  space.observe({0.1, 0.1, 2.1}, rays);
  EXPECT_FALSE(is_set(space, {5.1, 0.1, 2.1}, 0.2, &FreeSpace::BlockBits::passed));
}

}  // namespace
}  // namespace gs::mapping
