// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/street/mesh.h"

#include <cmath>

namespace gs::synth {

uint32_t StreetMesh::add_surface(const Surface& surface) {
  surfaces.push_back(surface);
  return static_cast<uint32_t>(surfaces.size() - 1);
}

uint32_t StreetMesh::add_vertex(Vec3d position, Vec2d uv) {
  vertices.push_back(cast<float>(position));
  uvs.push_back({static_cast<float>(uv.x), static_cast<float>(uv.y)});
  return static_cast<uint32_t>(vertices.size() - 1);
}

void StreetMesh::add_triangle(uint32_t a, uint32_t b, uint32_t c, uint32_t surface) {
  triangles.insert(triangles.end(), {a, b, c});
  surface_index.push_back(surface);
}

void StreetMesh::add_quad(const std::array<Vec3d, 4>& corners, uint32_t surface) {
  const double width = norm(corners[1] - corners[0]), height = norm(corners[3] - corners[0]);
  add_quad(corners, {{{0, 0}, {width, 0}, {width, height}, {0, height}}}, surface);
}

void StreetMesh::add_quad(const std::array<Vec3d, 4>& corners, const std::array<Vec2d, 4>& corner_uvs,
                          uint32_t surface) {
  uint32_t index[4];
  for (std::size_t i = 0; i < 4; ++i) index[i] = add_vertex(corners[i], corner_uvs[i]);
  add_triangle(index[0], index[1], index[2], surface);
  add_triangle(index[0], index[2], index[3], surface);
}

void StreetMesh::add_box(const Rigid3d& frame, Vec3d low, Vec3d high, uint32_t surface) {
  const auto at = [&](int x, int y, int z) {
    return frame * Vec3d{x ? high.x : low.x, y ? high.y : low.y, z ? high.z : low.z};
  };
  add_quad({at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)}, surface);  // -y
  add_quad({at(1, 1, 0), at(0, 1, 0), at(0, 1, 1), at(1, 1, 1)}, surface);  // +y
  add_quad({at(0, 1, 0), at(0, 0, 0), at(0, 0, 1), at(0, 1, 1)}, surface);  // -x
  add_quad({at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)}, surface);  // +x
  add_quad({at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)}, surface);  // +z
  add_quad({at(0, 1, 0), at(1, 1, 0), at(1, 0, 0), at(0, 0, 0)}, surface);  // -z
}

void StreetMesh::add_cylinder(const Rigid3d& frame, double radius0, double radius1, double height, int sides,
                              uint32_t surface) {
  // Sides as quads, and a fan for the top; the bottom stays open.
  const double circumference = 2 * kPi * radius0;
  for (int i = 0; i < sides; ++i) {
    const double a = 2 * kPi * i / sides, b = 2 * kPi * (i + 1) / sides;
    const auto rim = [&](double angle, double radius, double z) {
      return frame * Vec3d{radius * std::cos(angle), radius * std::sin(angle), z};
    };
    const double u0 = circumference * i / sides, u1 = circumference * (i + 1) / sides;
    add_quad({rim(a, radius0, 0), rim(b, radius0, 0), rim(b, radius1, height), rim(a, radius1, height)},
             {{{u0, 0}, {u1, 0}, {u1, height}, {u0, height}}}, surface);
    const uint32_t top = add_vertex(frame * Vec3d{0, 0, height}, {0, 0});
    const uint32_t p = add_vertex(rim(a, radius1, height), {radius1 * std::cos(a), radius1 * std::sin(a)});
    const uint32_t q = add_vertex(rim(b, radius1, height), {radius1 * std::cos(b), radius1 * std::sin(b)});
    add_triangle(top, p, q, surface);
  }
}

void StreetMesh::append(const StreetMesh& other, const Rigid3d& map_from_other, uint32_t instance) {
  // Indices of the other mesh are shifted by the present sizes.
  const auto first_vertex = static_cast<uint32_t>(vertices.size());
  const auto first_surface = static_cast<uint32_t>(surfaces.size());
  for (const Vec3f& v : other.vertices) vertices.push_back(cast<float>(map_from_other * cast<double>(v)));
  uvs.insert(uvs.end(), other.uvs.begin(), other.uvs.end());
  for (const uint32_t i : other.triangles) triangles.push_back(first_vertex + i);
  for (const uint32_t i : other.surface_index) surface_index.push_back(first_surface + i);
  for (Surface surface : other.surfaces) {
    surface.instance = instance;
    surfaces.push_back(surface);
  }
}

}  // namespace gs::synth
