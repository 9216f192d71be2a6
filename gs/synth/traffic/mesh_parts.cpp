// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/traffic/mesh_parts.h"

#include <cmath>

#include "gs/synth/street/models.h"

namespace gs::synth {

uint32_t Workpiece::surface(Material material, uint32_t hex, Vec2f extent) {
  return mesh.add_surface(
      {.material = material, .seed = random.u32(), .color = street::linear_color(hex), .extent = extent});
}

uint32_t Workpiece::surface_of(Material material, std::span<const uint32_t> hexes) {
  return surface(material, hexes[random.below(static_cast<uint32_t>(hexes.size()))]);
}

void add_extrusion(StreetMesh& mesh, std::span<const Vec2d> outline, Vec2d middle, double half_width, uint32_t surface,
                   uint32_t floor_surface) {
  const auto at = [&](Vec2d q, double side) { return Vec3d{q.x, side * half_width, q.y}; };
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2d a = outline[i], b = outline[(i + 1) % outline.size()];
    mesh.add_quad({at(a, 1), at(a, -1), at(b, -1), at(b, 1)}, i + 1 < outline.size() ? surface : floor_surface);
  }
  // Both sides as fans about the middle.
  for (const double side : {-1.0, 1.0}) {
    const uint32_t hub = mesh.add_vertex(at(middle, side), middle);
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const Vec2d a = outline[i], b = outline[(i + 1) % outline.size()];
      const uint32_t ia = mesh.add_vertex(at(a, side), a), ib = mesh.add_vertex(at(b, side), b);
      if (side > 0) {
        mesh.add_triangle(hub, ib, ia, surface);
      } else {
        mesh.add_triangle(hub, ia, ib, surface);
      }
    }
  }
}

void add_bar(StreetMesh& mesh, Vec3d from, Vec3d to, double radius, uint32_t surface) {
  const Vec3d along = to - from;
  const double length = norm(along);
  // The rotation from z to the direction of the bar, about their common normal.
  const Vec3d axis = cross(Vec3d{0, 0, 1}, along);
  const double sine = norm(axis);
  const double angle = std::atan2(sine, along.z);
  const Vec3d unit = sine > 1e-9 ? axis / sine : Vec3d{1, 0, 0};
  mesh.add_cylinder({Quaterniond::from_axis_angle(unit, angle), from}, radius, radius, length, 6, surface);
}

void add_car_wheel(Workpiece& work, double x, double side, double outer_y, double radius) {
  constexpr double kWidth = 0.2, kCap = 0.012;
  Rigid3d frame;
  frame.rotation = Quaterniond::from_axis_angle({1, 0, 0}, side > 0 ? -kPi / 2 : kPi / 2);
  frame.translation = {x, side * (outer_y - kCap - kWidth), radius};
  work.mesh.add_cylinder(frame, radius, radius, kWidth, 18, work.surface(Material::tyre, 0x2a2a2a));
  frame.translation.y = side * (outer_y - kCap);
  work.mesh.add_cylinder(frame, 0.6 * radius, 0.5 * radius, kCap, 12, work.surface(Material::metal, 0xa8abad));
}

}  // namespace gs::synth
