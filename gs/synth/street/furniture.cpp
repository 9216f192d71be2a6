// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "gs/synth/street/parts.h"

namespace gs::synth::street {
namespace {

// An object under construction.
struct Item {
  Builder& b;
  uint32_t instance;
  Random r;
  uint32_t surface(Material material, uint32_t hex, Vec2f extent = {1, 1}) {
    return b.mesh().add_surface(
        {.material = material, .instance = instance, .seed = r.u32(), .color = linear_color(hex), .extent = extent});
  }
};

// Street lamp with its arm over the road (-y of the frame).
void add_lamp(Builder& b, const Rigid3d& frame, Random r) {
  Item item{b, b.new_object("pole"), r};
  const uint32_t metal = item.surface(Material::metal, 0x55605c);
  b.mesh().add_cylinder(frame, 0.085, 0.05, 6.6, 10, metal);
  b.mesh().add_box(frame, {-0.03, -1.6, 6.5}, {0.03, 0, 6.56}, metal);
  b.mesh().add_box(frame, {-0.12, -2.0, 6.44}, {0.12, -1.4, 6.58}, item.surface(Material::metal, 0x9a9a96));
  b.mesh().add_box(frame, {-0.13, -0.09, 0}, {0.13, 0.09, 0.5}, metal);
}

// Traffic sign on a pole, facing -x of the frame.
void add_sign(Builder& b, const Rigid3d& frame, Random r) {
  Item item{b, b.new_object("sign"), r};
  b.mesh().add_cylinder(frame, 0.035, 0.035, 2.7, 8, item.surface(Material::metal, 0x8c8c8c));
  const uint32_t face = item.surface(Material::sign, 0xffffff, {0.66f, 0.66f});
  const uint32_t back = item.surface(Material::metal, 0x777777);
  const auto at = [&](double x, double y, double z) { return frame * Vec3d{x, y, z}; };
  b.mesh().add_quad({at(-0.06, 0.33, 2.0), at(-0.06, -0.33, 2.0), at(-0.06, -0.33, 2.66), at(-0.06, 0.33, 2.66)}, face);
  b.mesh().add_quad({at(-0.05, -0.33, 2.0), at(-0.05, 0.33, 2.0), at(-0.05, 0.33, 2.66), at(-0.05, -0.33, 2.66)}, back);
}

// Waste bin.
void add_bin(Builder& b, const Rigid3d& frame, Random r) {
  Item item{b, b.new_object("bin"), r};
  constexpr uint32_t kColors[] = {0x2f5d3a, 0x44474d, 0x2d4e74, 0x7a6a2c};
  b.mesh().add_cylinder(frame, 0.24, 0.28, 0.9, 12, item.surface(Material::metal, kColors[r.below(4)]));
}

// Bollard with a reflecting ring.
void add_bollard(Builder& b, const Rigid3d& frame, Random r) {
  Item item{b, b.new_object("bollard"), r};
  b.mesh().add_cylinder(frame, 0.055, 0.05, 0.85, 8, item.surface(Material::metal, 0x3a3d42));
  b.mesh().add_cylinder({frame.rotation, frame * Vec3d{0, 0, 0.7}}, 0.058, 0.056, 0.09, 8,
                        item.surface(Material::metal, 0xdddddd));
}

// Advertising column with posters.
void add_column(Builder& b, const Rigid3d& frame, Random r) {
  Item item{b, b.new_object("column"), r};
  b.mesh().add_cylinder(frame, 0.6, 0.6, 2.9, 20, item.surface(Material::poster, 0xffffff, {3.77f, 2.9f}));
  b.mesh().add_cylinder({frame.rotation, frame * Vec3d{0, 0, 2.9}}, 0.72, 0.3, 0.35, 20,
                        item.surface(Material::metal, 0x3b5a48));
}

}  // namespace

// Lamps every 27 m; signs, bins, bollards and columns at random distances.
void add_furniture(Builder& b) {
  const double density = b.street.options.density;
  for (const double sign : {1.0, -1.0}) {
    const double turned = sign > 0 ? 0 : kPi;
    uint64_t index = sign > 0 ? 0 : 100000;
    for (double s = b.road().first_s() + (sign > 0 ? 6 : 20); s < b.road().last_s() - 10; s += 27) {
      if (b.is_free(s, 5)) add_lamp(b, b.frame(s, sign * (Road::kHalfWidth + 0.45), turned), b.random("lamp", index));
      ++index;
    }
    for (double s = b.road().first_s() + 20; s < b.road().last_s() - 20; ++index) {
      Random r = b.random("furniture", index);
      s += r.uniform(4, 11) / std::max(0.1, density);
      if (!b.is_free(s, 6)) continue;
      const double kind = r.uniform();
      if (kind < 0.25) {
        // Signs face the traffic of their side of the road: traffic keeps right, so the right-hand lane drives towards
        // +s.
        add_sign(b, b.frame(s, sign * (Road::kHalfWidth + 0.5), sign > 0 ? kPi : 0), r);
      } else if (kind < 0.5) {
        add_bin(b, b.frame(s, sign * (Road::kHalfWidth + Road::kSidewalk - 0.5), turned), r);
      } else if (kind < 0.9) {
        for (int i = 0; i < 4; ++i) add_bollard(b, b.frame(s + 0.9 * i, sign * (Road::kHalfWidth + 0.35), turned), r);
      } else {
        add_column(b, b.frame(s, sign * (Road::kHalfWidth + 1.4), turned), r);
      }
    }
  }
  if (!b.road().has_intersection()) return;
  // A sign before the intersection for each direction.
  for (const double sign : {1.0, -1.0}) {
    const double s = b.road().intersection_s() + sign * (Road::kSideStreetHalfWidth + Road::kCornerRadius + 1.0);
    add_sign(b, b.frame(s, sign * (Road::kHalfWidth + 0.6), sign > 0 ? kPi : 0), b.random("corner", sign > 0 ? 1 : 0));
  }
}

void add_fences(Builder& b) {
  // Fences run behind the whole sidewalk; they are visible in the gaps between houses.
  for (const double sign : {1.0, -1.0}) {
    const double d = sign * (Road::kHalfWidth + Road::kSidewalk + 2.2);
    uint64_t index = sign > 0 ? 0 : 100000;
    for (double s = b.road().first_s() + 2; s < b.road().last_s() - 8; s += 6) {
      Random r = b.random("fence", index++);
      if (!b.is_free(s + 3, 7)) continue;
      Item item{b, b.new_object("fence"), r};
      const bool wooden = r.uniform() < 0.6;
      const uint32_t surface =
          wooden ? item.surface(Material::wood, 0x8a6b4a) : item.surface(Material::metal, 0x2f3a33);
      const double step = wooden ? 0.16 : 0.13, width = wooden ? 0.13 : 0.02;
      for (double x = 0; x < 6; x += step) {
        const double high = wooden ? 1.5 + r.uniform(-0.03, 0.03) : 1.25;
        b.mesh().add_box(b.frame(s + x, d), {0, -0.012, -0.1}, {width, 0.012, high}, surface);
      }
      for (const double z : {0.35, 1.1}) {
        b.mesh().add_box(b.frame(s + 3, d), {-3, 0.012, z}, {3, 0.05, z + 0.07}, surface);
      }
    }
  }
}

// A bridge over the road: two abutments with graffiti, deck, railings and a clearance sign.
void add_bridge(Builder& b) {
  if (!b.road().has_bridge()) return;
  Item item{b, b.new_object("bridge"), b.random("bridge", 0)};
  const double s = b.road().bridge_s(), half = Builder::kBridgeHalfLength;
  Rigid3d frame = b.frame(s, 0);
  frame.translation.z = b.road().elevation(s);
  const double inner = Road::kHalfWidth + Road::kSidewalk - 0.2, outer = 40, clear = 4.7, top = 5.9;
  const uint32_t wall = item.surface(Material::graffiti, 0x9b978f, {12, 4.7f});
  const uint32_t deck = item.surface(Material::concrete, 0x8d8a84);
  const uint32_t rail = item.surface(Material::metal, 0x3c5a4a);
  for (const double sign : {1.0, -1.0}) {
    const double low = sign > 0 ? inner : -outer, high = sign > 0 ? outer : -inner;
    b.mesh().add_box(frame, {-half, low, -1.5}, {half, high, clear}, wall);
  }
  b.mesh().add_box(frame, {-half, -outer, clear}, {half, outer, top}, deck);
  for (const double x : {-half, half - 0.12}) {
    b.mesh().add_box(frame, {x, -outer, top + 0.95}, {x + 0.12, outer, top + 1.05}, rail);
    for (double y = -20; y <= 20; y += 0.5)
      b.mesh().add_box(frame, {x + 0.03, y, top}, {x + 0.07, y + 0.04, top + 0.95}, rail);
  }
  // Clearance sign over the right-hand lane.
  const auto at = [&](double y, double z) { return frame * Vec3d{-half - 0.02, y, z}; };
  b.mesh().add_quad({at(-2.4, 4.95), at(-0.9, 4.95), at(-0.9, 5.65), at(-2.4, 5.65)},
                    {{{1.5, 0}, {0, 0}, {0, 0.7}, {1.5, 0.7}}},
                    item.surface(Material::shop_sign, 0xffffff, {1.5f, 0.7f}));
}

// 150 distant buildings in a ring around the street, as background.
void add_skyline(Builder& b) {
  const Vec2d middle = b.road().at(0.5 * b.road().length_m()).position;
  const double inner = 0.62 * b.road().length_m() + 60;
  for (uint64_t i = 0; i < 150; ++i) {
    Random r = b.random("skyline", i);
    const double angle = 2 * kPi * (static_cast<double>(i) + r.uniform()) / 150, range = inner + r.uniform(20, 380);
    Item item{b, b.new_object("skyline"), r};
    const Vec3d at{middle.x + range * std::cos(angle), middle.y + range * std::sin(angle), -12};
    const double w = r.uniform(12, 30), h = 12 + r.uniform(8, 26) + (r.uniform() < 0.18 ? r.uniform(25, 60) : 0);
    const uint32_t surface = item.surface(Material::skyline, 0x9aa3ad, {static_cast<float>(w), static_cast<float>(h)});
    b.mesh().add_box({Quaterniond::from_axis_angle({0, 0, 1}, r.uniform(0, 3)), at}, {-w / 2, -w / 3, 0},
                     {w / 2, w / 3, h}, surface);
  }
}

}  // namespace gs::synth::street
