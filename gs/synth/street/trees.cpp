// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "gs/synth/street/parts.h"

namespace gs::synth::street {
namespace {

constexpr uint32_t kLeaves[] = {0x4f7a2e, 0x5d8a35, 0x456b2b, 0x6f8f3a, 0x7d8f36, 0x3f6630};

// Uniformly distributed unit vector.
Vec3d random_direction(Random& r) {
  const double z = r.uniform(-1, 1), angle = r.uniform(0, 2 * kPi), rho = std::sqrt(1 - z * z);
  return {rho * std::cos(angle), rho * std::sin(angle), z};
}

// Adds a rhombus with random orientation. Leaves are geometry, so that LiDAR and cameras see the same gaps.
void add_leaf(StreetMesh& mesh, Random& r, Vec3d centre, double size, uint32_t surface) {
  const Vec3d n = random_direction(r);
  const Vec3d a = normalized(cross(n, random_direction(r)));
  const Vec3d b = cross(n, a);
  const double u = r.uniform(0, 50), v = r.uniform(0, 50);
  mesh.add_quad({centre - a * size, centre - b * (0.55 * size), centre + a * size, centre + b * (0.55 * size)},
                {{{u, v}, {u + size, v}, {u + size, v + size}, {u, v + size}}}, surface);
}

// Trunk, five branches and a crown of leaf clumps.
void add_tree(Builder& b, Rigid3d frame, Random r) {
  const uint32_t instance = b.new_object("tree");
  StreetMesh& mesh = b.mesh();
  const uint32_t bark = mesh.add_surface(
      {.material = Material::bark, .instance = instance, .seed = r.u32(), .color = linear_color(0x6b5a48)});
  const double trunk = r.uniform(2.2, 2.9), radius = r.uniform(0.11, 0.19), crown = r.uniform(1.7, 2.5);
  mesh.add_cylinder(frame, radius, 0.7 * radius, trunk + 1.2, 9, bark);
  const Vec3d middle = frame * Vec3d{0, 0, trunk + 0.85 * crown};
  for (int i = 0; i < 5; ++i) {
    const double turn = 2 * kPi * i / 5 + r.uniform(-0.4, 0.4);
    Rigid3d branch = frame;
    branch.translation = frame * Vec3d{0, 0, trunk - 0.3 + 0.18 * i};
    branch.rotation = frame.rotation * Quaterniond::from_axis_angle({0, 0, 1}, turn) *
                      Quaterniond::from_axis_angle({0, 1, 0}, r.uniform(0.5, 0.95));
    mesh.add_cylinder(branch, 0.45 * radius, 0.15 * radius, 0.85 * crown, 5, bark);
  }
  // Four tints of one leaf colour per tree.
  uint32_t surfaces[4];
  const uint32_t hex = kLeaves[r.below(6)];
  for (uint32_t& surface : surfaces) {
    const float tint = static_cast<float>(r.uniform(0.65, 1.35));
    surface = mesh.add_surface(
        {.material = Material::leaves, .instance = instance, .seed = r.u32(), .color = linear_color(hex) * tint});
  }
  // Leaves grow in clumps, denser towards the outside of the crown.
  constexpr int kClumps = 30, kLeavesPerClump = 60;
  for (int clump = 0; clump < kClumps; ++clump) {
    const Vec3d out = random_direction(r) * (crown * std::cbrt(r.uniform(0.25, 1.0)));
    const Vec3d centre = middle + Vec3d{out.x, out.y, 0.85 * out.z};
    for (int leaf = 0; leaf < kLeavesPerClump; ++leaf) {
      const Vec3d spread = random_direction(r) * (0.62 * std::sqrt(r.uniform()));
      add_leaf(mesh, r, centre + spread, r.uniform(0.07, 0.15), surfaces[r.below(4)]);
    }
  }
}

}  // namespace

// Trees on both sidewalks at random distances of 10 to 19 m, divided by the density.
void add_trees(Builder& b) {
  const double density = std::max(0.05, b.street.options.density);
  for (const double sign : {1.0, -1.0}) {
    uint64_t index = sign > 0 ? 0 : 100000;
    double s = b.road().first_s() + 12;
    while (s < b.road().last_s() - 8) {
      Random r = b.random("tree", index++);
      if (b.is_free(s, 7.5) && r.uniform() < 0.85) {
        add_tree(b, b.frame(s, sign * (Road::kHalfWidth + 0.75), r.uniform(0, 6)), b.random("crown", index));
      }
      s += r.uniform(10, 19) / density;
    }
  }
}

}  // namespace gs::synth::street
