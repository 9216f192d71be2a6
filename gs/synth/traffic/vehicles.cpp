// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Vans and trucks.
#include <algorithm>

#include "gs/synth/traffic/mesh_parts.h"

namespace gs::synth {
namespace {

constexpr uint32_t kVanPaints[] = {0xe8e8e6, 0xb8bcc0, 0x2a4470, 0x7c1f22, 0x395845, 0xd8a52a};
constexpr uint32_t kCargoPaints[] = {0xdedcd4, 0x8aa4b8, 0xb45a3a, 0x5f7a5a};

// Heights and widths at which lights and number plates sit.
struct End {
  double x, half_width, light_z, plate_z;
};

// Head lights, tail lights and number plates, at most 1.4 cm before the ends.
void add_lights(Workpiece& work, const End& front, const End& back) {
  const uint32_t white = work.surface(Material::light, 0xf2f2ea), red = work.surface(Material::light, 0xa01010);
  for (const double side : {-1.0, 1.0}) {
    const auto lamp = [&](const End& end, double x0, double x1, uint32_t of) {
      const double y0 = side * (end.half_width - 0.34), y1 = side * (end.half_width - 0.06);
      work.mesh.add_box({}, {x0, std::min(y0, y1), end.light_z - 0.08}, {x1, std::max(y0, y1), end.light_z + 0.08}, of);
    };
    lamp(front, front.x - 0.1, front.x + 0.012, white);
    lamp(back, back.x - 0.012, back.x + 0.1, red);
  }
  const uint32_t plate = work.surface(Material::plate, 0xf4f4f0, {0.52f, 0.12f});
  const double f = front.x + 0.014, b = back.x - 0.014, fz = front.plate_z, bz = back.plate_z;
  work.mesh.add_quad({Vec3d{f, -0.26, fz}, {f, 0.26, fz}, {f, 0.26, fz + 0.12}, {f, -0.26, fz + 0.12}}, plate);
  work.mesh.add_quad({Vec3d{b, 0.26, bz}, {b, -0.26, bz}, {b, -0.26, bz + 0.12}, {b, 0.26, bz + 0.12}}, plate);
}

// A pane on an edge of an outline, from a share of it to another, 4 mm before the surface. Not on the floor.
void add_windscreen(Workpiece& work, Vec2d top, Vec2d bottom, double half_width, uint32_t glass) {
  const Vec2d along = bottom - top;
  const Vec2d out = Vec2d{-along.y, along.x} * (0.004 / norm(along));
  const Vec2d a = top + along * 0.08 + out, b = top + along * 0.94 + out;
  const double w = half_width - 0.12;
  work.mesh.add_quad({Vec3d{b.x, -w, b.y}, {b.x, w, b.y}, {a.x, w, a.y}, {a.x, -w, a.y}}, glass);
}

// A pane on both sides, given by its lower rear, lower front, upper front and upper rear corner (x, z).
void add_side_windows(Workpiece& work, const Vec2d (&c)[4], double half_width, uint32_t glass) {
  const double y = half_width + 0.004;
  work.mesh.add_quad({Vec3d{c[0].x, -y, c[0].y}, {c[1].x, -y, c[1].y}, {c[2].x, -y, c[2].y}, {c[3].x, -y, c[3].y}},
                     glass);
  work.mesh.add_quad({Vec3d{c[1].x, y, c[1].y}, {c[0].x, y, c[0].y}, {c[3].x, y, c[3].y}, {c[2].x, y, c[2].y}}, glass);
}

void add_wheels(Workpiece& work, std::span<const double> axles, double outer_y, double radius) {
  for (const double x : axles) {
    for (const double side : {-1.0, 1.0}) add_car_wheel(work, x, side, outer_y, radius);
  }
}

}  // namespace

// A panel van of 5.4 x 2.0 x 2.36 m with a short bonnet.
StreetMesh van_mesh(Random random) {
  StreetMesh mesh;
  Workpiece work{mesh, random};
  constexpr double kHalfLength = 2.686, kHalfWidth = 0.99;
  constexpr Vec2d kOutline[] = {{-kHalfLength, 0.32}, {-kHalfLength, 2.26}, {-2.58, 2.36},       {1.25, 2.36},
                                {1.95, 1.34},         {2.58, 1.06},         {kHalfLength, 0.82}, {kHalfLength, 0.32}};
  const uint32_t paint = work.surface_of(Material::car_paint, kVanPaints);
  const uint32_t dark = work.surface(Material::tyre, 0x1c1c1e), glass = work.surface(Material::glass, 0x20282c);
  add_extrusion(mesh, kOutline, {0, 1.1}, kHalfWidth, paint, dark);
  add_windscreen(work, kOutline[3], kOutline[4], kHalfWidth, glass);
  add_side_windows(work, {{0.75, 1.38}, {1.75, 1.38}, {1.2, 2.16}, {0.75, 2.16}}, kHalfWidth, glass);
  // Windows of the rear doors.
  for (const double y : {-0.86, 0.06}) {
    const double x = -kHalfLength - 0.004;
    mesh.add_quad({Vec3d{x, y + 0.8, 1.4}, {x, y, 1.4}, {x, y, 2.05}, {x, y + 0.8, 2.05}}, glass);
  }
  add_lights(work, {kHalfLength, kHalfWidth, 0.72, 0.42}, {-kHalfLength, kHalfWidth, 0.95, 0.55});
  constexpr double kAxles[] = {-1.55, 1.72};
  add_wheels(work, kAxles, kHalfWidth + 0.01, 0.34);
  return mesh;
}

// A truck of 8.6 x 2.5 x 3.4 m: cab, frame and box body.
StreetMesh truck_mesh(Random random) {
  StreetMesh mesh;
  Workpiece work{mesh, random};
  constexpr double kFront = 4.286, kBack = -4.286, kHalfWidth = 1.25, kCabHalfWidth = 1.2;
  constexpr Vec2d kCab[] = {{2.15, 0.55}, {2.15, 2.75},  {2.35, 2.9},  {3.75, 2.9},
                            {4.2, 1.75},  {kFront, 1.1}, {kFront, 0.4}};
  const uint32_t paint = work.surface_of(Material::car_paint, kVanPaints);
  const uint32_t dark = work.surface(Material::tyre, 0x1c1c1e), glass = work.surface(Material::glass, 0x20282c);
  add_extrusion(mesh, kCab, {3.2, 1.5}, kCabHalfWidth, paint, dark);
  add_windscreen(work, kCab[3], kCab[4], kCabHalfWidth, glass);
  add_side_windows(work, {{2.75, 1.8}, {3.95, 1.8}, {3.65, 2.6}, {2.75, 2.6}}, kCabHalfWidth, glass);
  mesh.add_box({}, {kBack, -kHalfWidth, 1.02}, {1.9, kHalfWidth, 3.4}, work.surface_of(Material::metal, kCargoPaints));
  mesh.add_box({}, {kBack + 0.05, -0.45, 0.72}, {2.2, 0.45, 1.02}, work.surface(Material::metal, 0x2c2f33));
  mesh.add_box({}, {kBack, -1.15, 0.5}, {kBack + 0.12, 1.15, 0.66}, work.surface(Material::metal, 0x6c6f73));
  add_lights(work, {kFront, kCabHalfWidth, 0.75, 0.45}, {kBack, kHalfWidth, 0.9, 0.52});
  constexpr double kAxles[] = {-2.3, 3.3};
  add_wheels(work, kAxles, kCabHalfWidth + 0.02, 0.48);
  return mesh;
}

}  // namespace gs::synth
