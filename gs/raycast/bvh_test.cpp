// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The bounding volume hierarchy finds what brute force finds.
#include "gs/raycast/bvh.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/raycast/bvh_walk.h"

namespace gs::raycast {
namespace {

struct Mesh {
  std::vector<Vec3f> vertices;
  std::vector<uint32_t> triangles;
  TriangleMeshView view() const { return {vertices, triangles}; }
};

// `count` random triangles of about `size` metres in a cube of 20 m.
Mesh soup(std::size_t count, double size) {
  Mesh mesh;
  Random random(3, purpose("bvh_test"), 0);
  for (std::size_t i = 0; i < 3 * count; ++i) {
    const auto any = [&](double s) { return static_cast<float>(random.uniform(-s, s)); };
    const Vec3f near = i % 3 == 0 ? Vec3f{any(10), any(10), any(10)} : mesh.vertices[i - i % 3];
    mesh.vertices.push_back(near + Vec3f{any(size), any(size), any(size)});
    mesh.triangles.push_back(static_cast<uint32_t>(i));
  }
  return mesh;
}

// Random rays of 15 m from inside the cube.
std::vector<Ray> rays_around(std::size_t count) {
  std::vector<Ray> rays(count);
  Random random(4, purpose("bvh_rays"), 0);
  for (Ray& ray : rays) {
    const auto any = [&](double s) { return static_cast<float>(random.uniform(-s, s)); };
    ray.origin = {any(12), any(12), any(12)};
    const Vec3f d{any(1), any(1), any(1)};
    ray.direction = d / norm(d);
    ray.max_distance = 15;
  }
  return rays;
}

// Nearest hit by testing every triangle with the same intersection function.
BvhHit brute_force(const Bvh& bvh, const Ray& ray) {
  BvhHit hit;
  for (const BvhTriangle& t : bvh.triangles) meet_triangle(t, ray, std::min(ray.max_distance, hit.distance), hit);
  return hit;
}

// The traversal may skip boxes but must find exactly the hit of brute force, for small and large triangles.
TEST(Bvh, FindsWhatBruteForceFinds) {
  for (const double size : {0.3, 1.0, 8.0}) {
    const auto bvh = Bvh::build(soup(700, size).view());
    ASSERT_TRUE(bvh);
    int hits = 0;
    for (const Ray& ray : rays_around(2000)) {
      const BvhHit mine = walk_bvh(bvh->view(), ray), expected = brute_force(*bvh, ray);
      ASSERT_EQ(mine.triangle, expected.triangle);
      ASSERT_EQ(mine.distance, expected.distance);
      hits += mine.triangle != kNoTriangle;
    }
    EXPECT_GT(hits, 0);
  }
}

// Axis-aligned rays have zero direction components, for which the slab test divides by zero.
TEST(Bvh, HitsAPlaneWhereItIsAlsoAlongAnAxis) {
  const Mesh floor{{{-50, -50, -1}, {50, -50, -1}, {50, 50, -1}, {-50, 50, -1}}, {0, 1, 2, 0, 2, 3}};
  const auto bvh = Bvh::build(floor.view());
  ASSERT_TRUE(bvh);
  const MeshHit down = to_mesh_hit(walk_bvh(bvh->view(), {.origin = {3, 4, 1}, .direction = {0, 0, -1}}));
  EXPECT_FLOAT_EQ(down.distance, 2);
  EXPECT_FLOAT_EQ(std::abs(down.normal.z), 1);
  EXPECT_FALSE(to_mesh_hit(walk_bvh(bvh->view(), {.origin = {3, 4, 1}, .direction = {0, 0, 1}})).found());
  EXPECT_FALSE(
      to_mesh_hit(walk_bvh(bvh->view(), {.origin = {3, 4, 1}, .max_distance = 1.9f, .direction = {0, 0, -1}})).found());
  EXPECT_FALSE(
      to_mesh_hit(walk_bvh(bvh->view(), {.origin = {3, 4, 1}, .max_distance = 0, .direction = {0, 0, -1}})).found());
}

// 300 identical triangles: equal centroids force splits by count, and the tie goes to the first triangle.
TEST(Bvh, TakesTheFirstOfTrianglesAtOnePlace) {
  Mesh pile;
  for (uint32_t i = 0; i < 300; ++i) {
    for (const Vec3f corner : {Vec3f{-1, -1, 0}, Vec3f{1, -1, 0}, Vec3f{0, 1, 0}}) pile.vertices.push_back(corner);
    for (uint32_t k = 0; k < 3; ++k) pile.triangles.push_back(3 * i + k);
  }
  const auto bvh = Bvh::build(pile.view());
  ASSERT_TRUE(bvh);
  EXPECT_EQ(walk_bvh(bvh->view(), {.origin = {0, 0, 2}, .direction = {0, 0, -1}}).triangle, 0u);
}

TEST(Bvh, WorksWithOneTriangleAndWithNone) {
  const auto one = Bvh::build(soup(1, 2.0).view());
  ASSERT_TRUE(one);
  for (const Ray& ray : rays_around(500)) {
    EXPECT_EQ(walk_bvh(one->view(), ray).triangle, brute_force(*one, ray).triangle);
  }
  const auto none = Bvh::build({});
  ASSERT_TRUE(none);
  EXPECT_EQ(walk_bvh(none->view(), {.direction = {1, 0, 0}}).triangle, kNoTriangle);
}

// The tree must be bit-identical for any number of threads.
TEST(Bvh, IsTheSameWithAnyNumberOfThreads) {
  const Mesh mesh = soup(5000, 1.0);
  const auto many = Bvh::build(mesh.view());
  const ScopedThreadCount one(1);
  const auto alone = Bvh::build(mesh.view());
  ASSERT_TRUE(many && alone);
  ASSERT_EQ(many->nodes.size(), alone->nodes.size());
  EXPECT_EQ(std::memcmp(many->nodes.data(), alone->nodes.data(), many->nodes.size() * sizeof(BvhNode)), 0);
}

// The expected number of nodes that a long ray through the root enters: areas of the inner boxes over that of the root.
double nodes_entered(const Bvh& bvh) {
  const auto area = [](const float(&low)[3], const float(&high)[3]) {
    const double x = high[0] - low[0], y = high[1] - low[1], z = high[2] - low[2];
    return x * y + y * z + z * x;
  };
  double sum = 0;
  for (const BvhNode& node : bvh.nodes) sum += area(node.low0, node.high0) + area(node.low1, node.high1);
  const BvhNode& root = bvh.nodes.front();
  float low[3], high[3];
  for (std::size_t i = 0; i < 3; ++i) {
    low[i] = std::min(root.low0[i], root.low1[i]), high[i] = std::max(root.high0[i], root.high1[i]);
  }
  return sum / area(low, high);
}

// Nodes of few triangles have empty bins, which must not count.
TEST(Bvh, SplitsWhereTheBoxesAreSmall) {
  const Bvh bvh = Bvh::build(soup(4000, 0.05).view()).value();
  EXPECT_LT(nodes_entered(bvh), 40);
}

TEST(Bvh, RefusesBadMeshes) {
  Mesh mesh = soup(4, 1.0);
  mesh.triangles[5] = 1000;
  EXPECT_FALSE(Bvh::build(mesh.view()));
  mesh = soup(4, 1.0);
  mesh.vertices[2].y = NAN;
  EXPECT_FALSE(Bvh::build(mesh.view()));
  mesh = soup(4, 1.0);
  mesh.triangles.pop_back();
  EXPECT_FALSE(Bvh::build(mesh.view()));
}

}  // namespace
}  // namespace gs::raycast
