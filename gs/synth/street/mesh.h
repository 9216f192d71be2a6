// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A mesh with materials: every triangle belongs to a surface, every corner has texture coordinates in metres.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gs/geometry/rigid.h"
#include "gs/geometry/vec.h"

namespace gs {

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

struct Surface {
  Material material = Material::concrete;
  uint32_t instance = 0;          // the object it belongs to; 0: ground and everything nameless
  uint32_t seed = 0;              // of its texture
  Vec3f color{0.5f, 0.5f, 0.5f};  // linear
  Vec2f extent{1, 1};             // of the texture in metres, where it matters: facades, signs
};

struct StreetMesh {
  std::vector<Vec3f> vertices;
  std::vector<Vec2f> uvs;               // one per vertex
  std::vector<uint32_t> triangles;      // three corners each
  std::vector<uint32_t> surface_index;  // one per triangle
  std::vector<Surface> surfaces;

  uint32_t add_surface(const Surface& surface);
  uint32_t add_vertex(Vec3d position, Vec2d uv);
  void add_triangle(uint32_t a, uint32_t b, uint32_t c, uint32_t surface);
  // Corners counter-clockwise seen from outside; uv from (0, 0) at a to (width, height) at c.
  void add_quad(const std::array<Vec3d, 4>& corners, uint32_t surface);
  void add_quad(const std::array<Vec3d, 4>& corners, const std::array<Vec2d, 4>& uvs, uint32_t surface);
  // Box around the frame's origin: x in [low.x, high.x] and so on. All six sides share one surface.
  void add_box(const Rigid3d& map_from_box, Vec3d low, Vec3d high, uint32_t surface);
  // Upright cylinder (radii at the bottom and at the top) along the frame's z.
  void add_cylinder(const Rigid3d& map_from_cylinder, double radius0, double radius1, double height, int sides,
                    uint32_t surface);
  void append(const StreetMesh& other, const Rigid3d& map_from_other, uint32_t instance);
};

}  // namespace gs
