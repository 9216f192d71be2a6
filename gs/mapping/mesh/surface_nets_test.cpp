// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Surface nets of a plane and a sphere against their closed forms.
#include "gs/mapping/mesh/surface_nets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace gs::mapping {
namespace {

constexpr double kVoxel = 0.2;

Vec3d centre_of(Voxel v) { return Vec3d{v.x + 0.5, v.y + 0.5, v.z + 0.5} * kVoxel; }

// A field of distance(point) [m] in a cube of 2 * reach voxels, filled in the given order.
template <class Distance>
Field field_of(int reach, Distance&& distance, uint64_t shuffle = 0) {
  std::vector<Voxel> voxels;
  for (int z = -reach; z < reach; ++z) {
    for (int y = -reach; y < reach; ++y) {
      for (int x = -reach; x < reach; ++x) voxels.push_back({x, y, z});
    }
  }
  if (shuffle != 0) std::shuffle(voxels.begin(), voxels.end(), std::mt19937_64(shuffle));
  Field field;
  for (const Voxel& v : voxels) {
    const double weight = 2.0;
    field.at(v) = {static_cast<float>(distance(centre_of(v)) / kVoxel * weight), static_cast<float>(weight)};
  }
  return field;
}

Vec3d vertex(const TriangleMesh& mesh, std::size_t corner) {
  return mesh.origin + cast<double>(mesh.vertices[mesh.triangles[corner]]);
}

// Interpolation along voxel edges is exact for a linear distance.
TEST(SurfaceNets, OfAPlaneLieInThePlaneAndFaceTheSensor) {
  const Vec3d normal = Vec3d{0.2, -0.3, 1} / norm(Vec3d{0.2, -0.3, 1});
  const TriangleMesh mesh = extract_surface(field_of(10, [&](Vec3d p) { return dot(p, normal) - 0.13; }), kVoxel, 1);
  ASSERT_GT(mesh.triangle_count(), 100u);
  for (std::size_t t = 0; t < mesh.triangle_count(); ++t) {
    const Vec3d a = vertex(mesh, 3 * t), b = vertex(mesh, 3 * t + 1), c = vertex(mesh, 3 * t + 2);
    EXPECT_NEAR(dot(a, normal), 0.13, 0.02 * kVoxel);
    EXPECT_GT(dot(cross(b - a, c - a), normal), 0) << t;
  }
}

// Each directed edge of a closed mesh has its opposite; the volume is positive if triangles face outwards.
TEST(SurfaceNets, OfASphereAreClosedWithItsAreaAndVolume) {
  const double radius = 1.5;
  const TriangleMesh mesh = extract_surface(field_of(12, [&](Vec3d p) { return norm(p) - radius; }), kVoxel, 1);
  double area = 0, volume = 0;
  std::map<std::pair<uint32_t, uint32_t>, int> edges;
  for (std::size_t t = 0; t < mesh.triangle_count(); ++t) {
    const Vec3d a = vertex(mesh, 3 * t), b = vertex(mesh, 3 * t + 1), c = vertex(mesh, 3 * t + 2);
    area += norm(cross(b - a, c - a)) / 2;
    volume += dot(a, cross(b, c)) / 6;
    for (std::size_t k = 0; k < 3; ++k) {
      const uint32_t from = mesh.triangles[3 * t + k], to = mesh.triangles[3 * t + (k + 1) % 3];
      edges[{std::min(from, to), std::max(from, to)}] += from < to ? 1 : -1;
    }
  }
  for (const auto& [edge, sum] : edges) EXPECT_EQ(sum, 0) << "an edge belongs to one triangle only";
  EXPECT_NEAR(area, 4 * kPi * radius * radius, 0.03 * area);
  EXPECT_NEAR(volume, 4 * kPi / 3 * radius * radius * radius, 0.03 * volume);
  // Euler characteristic of a sphere.
  EXPECT_EQ(static_cast<int64_t>(mesh.vertices.size()) - static_cast<int64_t>(edges.size()) +
                static_cast<int64_t>(mesh.triangle_count()),
            2);
}

// Threads fill the field in any order, and a build must give the same bytes each time.
TEST(SurfaceNets, DoNotDependOnTheOrderInWhichTheFieldWasFilled) {
  const auto distance = [](Vec3d p) { return norm(p - Vec3d{0.1, 0.2, -0.1}) - 1.2; };
  const TriangleMesh one = extract_surface(field_of(10, distance), kVoxel, 1);
  const TriangleMesh other = extract_surface(field_of(10, distance, 7), kVoxel, 1);
  EXPECT_EQ(one.triangles, other.triangles);
  ASSERT_EQ(one.vertices.size(), other.vertices.size());
  for (std::size_t i = 0; i < one.vertices.size(); ++i) EXPECT_EQ(one.vertices[i], other.vertices[i]);
}

// Voxels that few rays saw give no surface.
TEST(SurfaceNets, LeaveOutCellsWithTooLittleWeight) {
  Field field = field_of(10, [](Vec3d p) { return p.z - 0.05; });
  EXPECT_EQ(extract_surface(field, kVoxel, 2.5).triangle_count(), 0u);  // every weight is 2
  for (int y = -10; y < 10; ++y) {
    for (int z = -10; z < 10; ++z) field.at({0, y, z}).weight = 0.5;
  }
  // Cells on both sides of the plane x = 0.1 m lack a corner; the surface has a gap there and is whole elsewhere.
  const TriangleMesh mesh = extract_surface(field, kVoxel, 1);
  ASSERT_GT(mesh.triangle_count(), 0u);
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    EXPECT_GE(std::abs(vertex(mesh, i).x - 0.1), 0.99 * kVoxel / 2);
  EXPECT_EQ(extract_surface(Field{}, kVoxel, 1).triangle_count(), 0u);
}

}  // namespace
}  // namespace gs::mapping
