// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/street/parts.h"

namespace gs::synth::street {
namespace {

constexpr double kWall = Road::kHalfWidth + 1.2, kCeiling = 5.0;  // distance and height of the walls [m]

}  // namespace

// Walls and ceiling have the same cross-section at every s: on a straight and level road nothing but the texture tells
// the position along the tunnel.
void add_tunnel(Builder& b) {
  const Road& road = b.road();
  const uint32_t surface = b.mesh().add_surface({.material = Material::concrete,
                                                 .instance = b.new_object("tunnel"),
                                                 .seed = static_cast<uint32_t>(b.seed()),
                                                 .color = linear_color(0x8d8a84)});
  // Point of the tunnel at s, to the left by d, above the centreline by z.
  const auto at = [&](double s, double d, double z) {
    const Vec2d p = road.plan(s, d);
    return Vec3d{p.x, p.y, road.elevation(s) + z};
  };
  const std::vector<double>& stations = road.stations();
  for (std::size_t i = 0; i + 1 < stations.size(); ++i) {
    const double s0 = stations[i], s1 = stations[i + 1];
    const auto panel = [&](Vec2d from, Vec2d to) {  // (d, z) of its edges, counter-clockwise seen from the road
      const double width = std::hypot(to.x - from.x, to.y - from.y);
      b.mesh().add_quad({at(s0, from.x, from.y), at(s0, to.x, to.y), at(s1, to.x, to.y), at(s1, from.x, from.y)},
                        {{{s0, 0}, {s0, width}, {s1, width}, {s1, 0}}}, surface);
    };
    panel({kWall, -0.5}, {kWall, kCeiling});
    panel({kWall, kCeiling}, {-kWall, kCeiling});
    panel({-kWall, kCeiling}, {-kWall, -0.5});
  }
}

}  // namespace gs::synth::street
