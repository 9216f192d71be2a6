// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "gs/synth/street/parts.h"

namespace gs::synth::street {

// A walking person of cylinders: legs, trunk, arms, neck, head and hair.
StreetMesh person_mesh(Random r) {
  constexpr uint32_t kTops[] = {0x7a2f2f, 0x2f4a7a, 0xb0a89a, 0x3f5f45, 0x1f1f24, 0xc07a35, 0x6a4a78};
  constexpr uint32_t kTrousers[] = {0x2a3142, 0x3b3b3d, 0x6b5a45, 0x1d1f23};
  constexpr uint32_t kSkins[] = {0xe0b497, 0xb07f5c, 0x7a5138, 0xf0cdb5};
  StreetMesh mesh;
  const auto surface = [&](Material material, uint32_t hex) {
    return mesh.add_surface({.material = material, .seed = r.u32(), .color = linear_color(hex)});
  };
  const uint32_t top = surface(Material::cloth, kTops[r.below(7)]);
  const uint32_t trousers = surface(Material::cloth, kTrousers[r.below(4)]);
  const uint32_t skin = surface(Material::skin, kSkins[r.below(4)]);
  const double k = r.uniform(0.92, 1.08);
  // Limbs are cylinders, tilted by `lean` about y; all lengths are scaled by the person's size k.
  const auto limb = [&](Vec3d from, double lean, double radius0, double radius1, double length, uint32_t of) {
    mesh.add_cylinder({Quaterniond::from_axis_angle({0, 1, 0}, lean), from * k}, radius0 * k, radius1 * k, length * k,
                      8, of);
  };
  limb({-0.16, 0.09, 0.0}, 0.19, 0.065, 0.09, 0.88, trousers);
  limb({0.20, -0.09, 0.0}, -0.22, 0.065, 0.09, 0.88, trousers);
  limb({0, 0, 0.82}, 0.02, 0.17, 0.21, 0.58, top);
  limb({-0.18, 0.25, 0.82}, 0.33, 0.045, 0.06, 0.58, top);
  limb({0.22, -0.25, 0.82}, -0.38, 0.045, 0.06, 0.58, top);
  limb({0.01, 0, 1.38}, 0, 0.06, 0.06, 0.1, skin);
  limb({0.02, 0, 1.46}, 0, 0.085, 0.105, 0.13, skin);
  limb({0.01, 0, 1.59}, 0, 0.11, 0.05, 0.13, surface(Material::cloth, 0x2c2119));
  return mesh;
}

void add_traffic(Builder& b) {
  const double share = b.street.options.traffic;
  // About one car per 55 m and one person per 22 m of the street.
  const double lap = lap_length_m(b.road());
  const auto cars = static_cast<int>(std::lround(share * lap / 55));
  for (int i = 0; i < cars; ++i) {
    Random r = b.random("traffic", static_cast<uint64_t>(i));
    // Two of three cars are oncoming; the others drive ahead at the ego vehicle's speed.
    const bool oncoming = i % 3 != 2;
    const int group = i / 3;
    Actor car{.instance = b.new_object("car", true),
              .mesh = car_mesh(b.random("moving_car", static_cast<uint64_t>(i)))};
    car.s0 = oncoming ? -50 + lap * (i + r.uniform(0.2, 0.8)) / cars : 52 + 34.0 * group + r.uniform(0, 8);
    car.d = (oncoming ? 1 : -1) * Road::kLane / 2;
    car.speed_mps = oncoming ? -9.5 : 10.5;
    b.street.actors.push_back(std::move(car));
  }
  // People walk in both directions on both sidewalks.
  const auto people = static_cast<int>(std::lround(share * lap / 22));
  for (int i = 0; i < people; ++i) {
    Random r = b.random("people", static_cast<uint64_t>(i));
    Actor person{.instance = b.new_object("person", true),
                 .mesh = person_mesh(b.random("clothes", static_cast<uint64_t>(i)))};
    person.s0 = -50 + lap * (i + r.uniform()) / people;
    person.d = (i % 2 ? 1 : -1) * (Road::kHalfWidth + r.uniform(1.3, 2.3));
    person.speed_mps = (r.uniform() < 0.5 ? 1 : -1) * r.uniform(1.0, 1.6);
    person.bob_m = 0.02;
    b.street.actors.push_back(std::move(person));
  }
}

}  // namespace gs::synth::street
