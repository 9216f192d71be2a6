// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Shapes of meshes, compared with areas and volumes of elementary geometry.
#include "gs/synth/street/mesh.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gs::synth {
namespace {

const Rigid3d kTilted{Quaterniond::from_rpy(0.3, -0.7, 1.9), {4, -5, 6}};

Vec3d corner(const StreetMesh& mesh, std::size_t triangle, std::size_t k) {
  return cast<double>(mesh.vertices[mesh.triangles[3 * triangle + k]]);
}

// Sum of the areas of all triangles [m^2].
double area(const StreetMesh& mesh) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.surface_index.size(); ++t) {
    sum += 0.5 * norm(cross(corner(mesh, t, 1) - corner(mesh, t, 0), corner(mesh, t, 2) - corner(mesh, t, 0)));
  }
  return sum;
}

// Volume [m^3] enclosed by a closed surface, by the divergence theorem; positive if triangles are counter-clockwise
// seen from outside.
double volume(const StreetMesh& mesh) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.surface_index.size(); ++t) {
    sum += dot(corner(mesh, t, 0), cross(corner(mesh, t, 1), corner(mesh, t, 2))) / 6;
  }
  return sum;
}

// A wrong orientation of any side would change the volume.
TEST(StreetMesh, BoxHasItsAreaAndVolumeInAnyPose) {
  for (const Rigid3d& pose : {Rigid3d{}, kTilted}) {
    StreetMesh mesh;
    mesh.add_box(pose, {-1, -2, 0.5}, {2, 1, 2.5}, mesh.add_surface({}));
    EXPECT_NEAR(area(mesh), 2 * (3 * 3 + 3 * 2 + 3 * 2), 1e-4);
    EXPECT_NEAR(volume(mesh), 3 * 3 * 2, 1e-4);
    EXPECT_EQ(mesh.surface_index.size(), 12u);
  }
}

// A frustum on a regular polygon of n sides: V = n/2 sin(2 pi/n) h (R^2 + R r + r^2) / 3. Its bottom is open, so a
// polygon is added to close it; it lies in the plane z = 0 of the frame and adds no volume there.
TEST(StreetMesh, CylinderHasTheVolumeOfAPolygonalFrustum) {
  constexpr int kSides = 12;
  constexpr double kBottom = 0.8, kTop = 0.5, kHeight = 2;
  StreetMesh mesh;
  mesh.add_cylinder({}, kBottom, kTop, kHeight, kSides, mesh.add_surface({}));
  const double polygon = 0.5 * kSides * std::sin(2 * kPi / kSides);
  EXPECT_NEAR(volume(mesh), polygon * kHeight * (kBottom * kBottom + kBottom * kTop + kTop * kTop) / 3, 1e-4);
  // Sides: trapezoids with the chord lengths and the slant height; top: the polygon of the upper radius.
  const double chord = 2 * std::sin(kPi / kSides), inner = std::cos(kPi / kSides);
  const double slant = std::hypot(kHeight, (kBottom - kTop) * inner);
  EXPECT_NEAR(area(mesh), kSides * 0.5 * chord * (kBottom + kTop) * slant + polygon * kTop * kTop, 1e-4);
}

// Texture coordinates of a quad are metres from its first corner.
TEST(StreetMesh, QuadHasTextureCoordinatesInMetres) {
  StreetMesh mesh;
  mesh.add_quad({Vec3d{1, 1, 0}, Vec3d{4, 1, 0}, Vec3d{4, 1, 2}, Vec3d{1, 1, 2}}, mesh.add_surface({}));
  ASSERT_EQ(mesh.uvs.size(), 4u);
  EXPECT_EQ(mesh.uvs[0], (Vec2f{0, 0}));
  EXPECT_EQ(mesh.uvs[1], (Vec2f{3, 0}));
  EXPECT_EQ(mesh.uvs[2], (Vec2f{3, 2}));
  EXPECT_EQ(mesh.uvs[3], (Vec2f{0, 2}));
  EXPECT_NEAR(area(mesh), 6, 1e-6);
}

// A rigid transform keeps area and volume; the appended surfaces get the instance and keep their parameters.
TEST(StreetMesh, AppendedMeshKeepsItsShapeAndGetsTheInstance) {
  StreetMesh part;
  const uint32_t brick = part.add_surface({.material = Material::brick, .seed = 7});
  part.add_box({}, {0, 0, 0}, {1, 2, 3}, brick);
  StreetMesh mesh;
  mesh.add_box({}, {0, 0, 0}, {1, 1, 1}, mesh.add_surface({.material = Material::metal, .instance = 3}));
  mesh.append(part, kTilted, 42);
  EXPECT_NEAR(volume(mesh), 1 + 6, 1e-4);
  ASSERT_EQ(mesh.surfaces.size(), 2u);
  EXPECT_EQ(mesh.surfaces[0].instance, 3u);
  EXPECT_EQ(mesh.surfaces[1].instance, 42u);
  EXPECT_EQ(mesh.surfaces[1].material, Material::brick);
  EXPECT_EQ(mesh.surfaces[1].seed, 7u);
  EXPECT_EQ(mesh.surface_index.back(), 1u);
  const Vec3d first = kTilted * cast<double>(part.vertices[0]);
  EXPECT_LT(norm(cast<double>(mesh.vertices[mesh.vertices.size() - part.vertices.size()]) - first), 1e-5);
  EXPECT_EQ(part.surfaces[0].instance, 0u) << "the appended mesh itself stays unchanged";
}

}  // namespace
}  // namespace gs::synth
