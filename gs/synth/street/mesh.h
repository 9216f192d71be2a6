// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Triangle mesh with materials: every triangle belongs to a surface, every vertex has texture coordinates in metres.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gs/geometry/rigid.h"
#include "gs/geometry/vec.h"

namespace gs::synth {

// Chooses the procedural texture; see material.h.
enum class Material : uint8_t {
  asphalt,  // with lane markings; u = s, v = d of the road
  paving,
  kerb,
  grass,
  brick,
  plaster,
  shop_front,
  roof,
  concrete,
  graffiti,
  bark,
  leaves,
  metal,
  wood,
  car_paint,
  glass,
  tyre,
  light,
  plate,
  sign,
  shop_sign,
  poster,
  skin,
  cloth,
  skyline,
};

// Material and parameters of a group of triangles.
struct Surface {
  Material material = Material::concrete;
  uint32_t instance = 0;          // id of its StreetObject; 0: ground and unnamed parts
  uint32_t seed = 0;              // seed of the texture
  Vec3f color{0.5f, 0.5f, 0.5f};  // base colour, linear RGB
  Vec2f extent{1, 1};             // size of the texture [m]; used by facades and signs
};

// V vertices, T triangles. Positions in map, or in the frame of an actor [m].
struct StreetMesh {
  std::vector<Vec3f> vertices;          // [V]
  std::vector<Vec2f> uvs;               // [V] texture coordinates [m]
  std::vector<uint32_t> triangles;      // [T, 3] vertex indices, counter-clockwise seen from outside
  std::vector<uint32_t> surface_index;  // [T]
  std::vector<Surface> surfaces;

  // Append a surface, a vertex or a triangle; the first two return the new index.
  uint32_t add_surface(const Surface& surface);
  uint32_t add_vertex(Vec3d position, Vec2d uv);
  void add_triangle(uint32_t a, uint32_t b, uint32_t c, uint32_t surface);
  // Adds two triangles. Corners are counter-clockwise seen from outside; without uvs they run from (0, 0) at the first
  // corner to (width, height) at the third.
  void add_quad(const std::array<Vec3d, 4>& corners, uint32_t surface);
  void add_quad(const std::array<Vec3d, 4>& corners, const std::array<Vec2d, 4>& uvs, uint32_t surface);
  // Adds an axis-aligned box of a frame: x in [low.x, high.x] and so on. All six sides share one surface.
  void add_box(const Rigid3d& map_from_box, Vec3d low, Vec3d high, uint32_t surface);
  // Adds an upright cylinder along z of a frame, with radii at the bottom and at the top and a closed top.
  void add_cylinder(const Rigid3d& map_from_cylinder, double radius0, double radius1, double height, int sides,
                    uint32_t surface);
  // Calls use(instance of the surface, position) for the three corners of every triangle.
  template <class Use>
  void for_each_corner(const Use& use) const {
    for (std::size_t i = 0; i < triangles.size(); ++i) {
      use(surfaces[surface_index[i / 3]].instance, vertices[triangles[i]]);
    }
  }
  // Adds another mesh, transformed; all its surfaces get `instance`.
  void append(const StreetMesh& other, const Rigid3d& map_from_other, uint32_t instance);
};

}  // namespace gs::synth
