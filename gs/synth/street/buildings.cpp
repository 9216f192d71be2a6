// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "gs/synth/street/facade.h"
#include "gs/synth/street/parts.h"

namespace gs::synth::street {
namespace {

// Colours, sRGB.
constexpr uint32_t kBricks[] = {0x9c5a45, 0x8a4b3a, 0xb0755a, 0xa8684c, 0x7b4a40, 0xc08a66};
constexpr uint32_t kPlasters[] = {0xd8c9a8, 0xcfd3d2, 0xe3d7c0, 0xb9c4b1, 0xd6b196, 0xa9b7c2, 0xe0ddd3, 0xc9a98c};
constexpr uint32_t kRoofs[] = {0x7a4a3c, 0x5a5552, 0x6d5148, 0x4b4d52};

// Dimensions [m] and features of a house.
struct Plan {
  double width, depth, height;
  int floors;
  bool shop, gable, brick, balconies;
  uint32_t wall_hex, roof_hex;
};

// Draws the features of a house of this width.
Plan make_plan(Random& r, double width) {
  Plan p;
  p.width = width;
  p.depth = r.uniform(9, 12);
  p.floors = 2 + static_cast<int>(r.below(4));
  p.height = p.floors * double{FacadeGrid::kFloor} + 0.6;
  p.shop = r.uniform() < 0.45;
  p.gable = r.uniform() < 0.55;
  p.brick = r.uniform() < 0.55;
  p.balconies = r.uniform() < 0.3;
  p.wall_hex = p.brick ? kBricks[r.below(6)] : kPlasters[r.below(8)];
  p.roof_hex = kRoofs[r.below(4)];
  return p;
}

// Builds one house. Frame: x along the front, y away from the street, origin at the middle of the front on the ground.
class House {
 public:
  House(Builder& b, const Rigid3d& frame, const Plan& plan, Random random)
      : mesh_(b.mesh()), frame_(frame), plan_(plan), random_(random), instance_(b.new_object("building")) {}

  void build() {
    walls();
    if (plan_.gable) {
      gable();
    } else {
      flat_roof();
    }
    sills();
    if (plan_.shop) shop_sign();
    if (plan_.balconies) balconies();
    door_step();
  }

 private:
  uint32_t surface(Material material, uint32_t hex, Vec2d extent = {1, 1}) {
    return mesh_.add_surface({.material = material,
                              .instance = instance_,
                              .seed = random_.u32(),
                              .color = linear_color(hex),
                              .extent = {static_cast<float>(extent.x), static_cast<float>(extent.y)}});
  }
  Vec3d at(double x, double y, double z) const { return frame_ * Vec3d{x, y, z}; }
  // A wall from a to c between two heights; texture coordinates start at a, at ground level.
  void wall(Vec3d a, Vec3d c, double low, double high, Material material) {
    const double width = norm(Vec2d{c.x - a.x, c.y - a.y});
    mesh_.add_quad({at(a.x, a.y, low), at(c.x, c.y, low), at(c.x, c.y, high), at(a.x, a.y, high)},
                   {{{0, low}, {width, low}, {width, high}, {0, high}}},
                   surface(material, plan_.wall_hex, {width, plan_.height}));
  }
  // Four walls down to 0.8 m below ground, so that slopes leave no gap; a shop front in the ground floor.
  void walls() {
    const Material upper = plan_.brick ? Material::brick : Material::plaster;
    const double w = plan_.width / 2, d = plan_.depth, h = plan_.height, deep = -0.8;
    const double shop_top = double{FacadeGrid::kFloor};
    if (plan_.shop) {
      wall({-w, 0, 0}, {w, 0, 0}, deep, shop_top, Material::shop_front);
      wall({-w, 0, 0}, {w, 0, 0}, shop_top, h, upper);
    } else {
      wall({-w, 0, 0}, {w, 0, 0}, deep, h, upper);
    }
    wall({w, 0, 0}, {w, d, 0}, deep, h, upper);
    wall({w, d, 0}, {-w, d, 0}, deep, h, upper);
    wall({-w, d, 0}, {-w, 0, 0}, deep, h, upper);
  }
  // Two roof planes with eaves, triangular gable walls and a chimney.
  void gable() {
    const double w = plan_.width / 2 + 0.25, d = plan_.depth, h = plan_.height, rise = 0.38 * d, eave = 0.45;
    const uint32_t roof = surface(Material::roof, plan_.roof_hex);
    const double drop = eave * rise / (d / 2);
    mesh_.add_quad({at(-w, -eave, h - drop), at(w, -eave, h - drop), at(w, d / 2, h + rise), at(-w, d / 2, h + rise)},
                   roof);
    mesh_.add_quad(
        {at(w, d + eave, h - drop), at(-w, d + eave, h - drop), at(-w, d / 2, h + rise), at(w, d / 2, h + rise)}, roof);
    const uint32_t wall_surface = surface(Material::plaster, plan_.wall_hex, {0, 0});
    for (const double side : {-1.0, 1.0}) {
      const double x = side * plan_.width / 2;
      const uint32_t a = mesh_.add_vertex(at(x, 0, h), {0, 0}), c = mesh_.add_vertex(at(x, d, h), {d, 0});
      const uint32_t top = mesh_.add_vertex(at(x, d / 2, h + rise), {d / 2, rise});
      mesh_.add_triangle(a, c, top, wall_surface);
    }
    const double x = random_.uniform(-w + 1, w - 1);
    mesh_.add_box(frame_, {x, 0.62 * d, h}, {x + 0.6, 0.62 * d + 0.6, h + rise + 0.7},
                  surface(Material::brick, 0x8a4b3a, {0, 0}));
  }
  // Roof slab and a cornice along the front.
  void flat_roof() {
    const double w = plan_.width / 2, d = plan_.depth, h = plan_.height;
    mesh_.add_quad({at(-w, 0, h), at(w, 0, h), at(w, d, h), at(-w, d, h)}, surface(Material::concrete, 0x77736c));
    mesh_.add_box(frame_, {-w - 0.12, -0.18, h - 0.35}, {w + 0.12, 0.15, h + 0.35},
                  surface(Material::concrete, 0xc9c2b4));
  }
  // Sill and lintel of every window of the facade grid.
  void sills() {
    const FacadeGrid grid(static_cast<float>(plan_.width));
    const uint32_t stone = surface(Material::concrete, 0xcdc6b8);
    for (int floor = plan_.shop ? 1 : 0; floor < plan_.floors; ++floor) {
      for (int column = 0; column < grid.columns; ++column) {
        const double x = -plan_.width / 2 + (column + 0.5) * double{grid.cell};
        const double half = 0.5 * double{FacadeGrid::kWindowShare} * double{grid.cell} + 0.08;
        const double z = floor * double{FacadeGrid::kFloor} + double{FacadeGrid::kWindowLow};
        mesh_.add_box(frame_, {x - half, -0.11, z - 0.10}, {x + half, 0.02, z - 0.02}, stone);
        const double lintel = floor * double{FacadeGrid::kFloor} + double{FacadeGrid::kWindowHigh};
        mesh_.add_box(frame_, {x - half, -0.05, lintel + 0.02}, {x + half, 0.02, lintel + 0.16}, stone);
      }
    }
  }
  // Sign with a metal body above the shop window, and an awning in half of the cases.
  void shop_sign() {
    const double w = plan_.width / 2 - 0.6, z = double{FacadeGrid::kFloor} - 0.55;
    const uint32_t sign = surface(Material::shop_sign, 0xffffff, {2 * w, 0.62});
    const uint32_t side = surface(Material::metal, 0x444444);
    mesh_.add_box(frame_, {-w, -0.14, z}, {w, 0.02, z + 0.62}, side);
    mesh_.add_quad({at(-w, -0.145, z), at(w, -0.145, z), at(w, -0.145, z + 0.62), at(-w, -0.145, z + 0.62)}, sign);
    if (random_.uniform() < 0.5) {  // an awning
      const uint32_t cloth = surface(Material::cloth, random_.uniform() < 0.5 ? 0xa03030 : 0x2f6b4f, {2 * w, 1.2});
      mesh_.add_quad({at(-w, -1.25, z - 0.45), at(w, -1.25, z - 0.45), at(w, -0.1, z - 0.05), at(-w, -0.1, z - 0.05)},
                     cloth);
    }
  }
  // Slab and railing in front of every second window, from the first floor on.
  void balconies() {
    const FacadeGrid grid(static_cast<float>(plan_.width));
    const uint32_t slab = surface(Material::concrete, 0xb5b1a8), rail = surface(Material::metal, 0x30343a);
    for (int floor = 1; floor < plan_.floors; ++floor) {
      for (int column = 0; column < grid.columns; column += 2) {
        const double x = -plan_.width / 2 + (column + 0.5) * double{grid.cell};
        const double half = 0.46 * double{grid.cell}, z = floor * double{FacadeGrid::kFloor} + 0.25;
        mesh_.add_box(frame_, {x - half, -0.95, z - 0.15}, {x + half, 0, z}, slab);
        mesh_.add_box(frame_, {x - half, -0.95, z + 0.95}, {x + half, -0.90, z + 1.0}, rail);
        for (int i = 0; i <= 12; ++i) {
          const double bar = x - half + 2 * half * i / 12;
          mesh_.add_box(frame_, {bar - 0.012, -0.94, z}, {bar + 0.012, -0.915, z + 0.95}, rail);
        }
      }
    }
  }
  // Step in front of the door.
  void door_step() {
    const double x = plan_.width / 2 - 1.4;
    mesh_.add_box(frame_, {x - 0.8, -0.35, -0.3}, {x + 0.8, 0.02, 0.14}, surface(Material::concrete, 0xa8a49b));
  }

  StreetMesh& mesh_;
  Rigid3d frame_;
  Plan plan_;
  Random random_;
  uint32_t instance_;
};

// Row of houses along one side of the road (sign +1: left); gaps are left for fences and trees.
void add_row(Builder& b, double sign) {
  uint64_t lot = sign > 0 ? 0 : 100000;
  double s = b.road().first_s() + 4;
  while (s < b.road().last_s() - 18) {
    Random r = b.random("building", lot++);
    const double width = r.uniform(9, 16);
    const double middle = s + width / 2;
    const bool free = b.is_free(middle, width / 2 + 1.8);
    if (free && r.uniform() < 0.88) {
      const double back = Road::kHalfWidth + Road::kSidewalk + r.uniform(0.1, 0.9);
      const Rigid3d frame = b.frame(middle, sign * back, sign > 0 ? 0 : kPi);
      House(b, frame, make_plan(r, width), b.random("house", lot)).build();
    }
    // A quarter of the houses is followed by a gap.
    s += free ? width + (r.uniform() < 0.25 ? r.uniform(2, 7) : 0.15) : 1.0;
  }
}

}  // namespace

void add_buildings(Builder& b) {
  add_row(b, 1);
  add_row(b, -1);
  if (!b.road().has_intersection()) return;
  // One house at each end of the side street, and houses along it.
  for (const double sign : {1.0, -1.0}) {
    const uint64_t base = sign > 0 ? 200000 : 300000;
    const double s = b.road().intersection_s();
    Random r = b.random("building", base);
    House(b, b.frame(s, sign * (Road::kStrip - 1), sign > 0 ? 0 : kPi), make_plan(r, 22), b.random("house", base))
        .build();
    for (const double side : {1.0, -1.0}) {
      Random q = b.random("building", base + 1 + (side > 0 ? 1 : 0));
      const double offset = Road::kSideStreetHalfWidth + Road::kSidewalk + 0.3;
      const Rigid3d frame = b.frame(s + side * offset, sign * 32, side > 0 ? -kPi / 2 : kPi / 2);
      House(b, frame, make_plan(q, 18), b.random("house", base + 5 + (side > 0 ? 1 : 0))).build();
    }
  }
}

}  // namespace gs::synth::street
