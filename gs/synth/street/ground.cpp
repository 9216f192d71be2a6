// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "gs/synth/street/parts.h"

namespace gs::synth::street {
namespace {

constexpr double kKerbTop = 0.16;                  // [m] width of the kerb stone
constexpr double kPaved = Road::kSidewalk + 0.95;  // [m] paved width behind the kerb, up to the houses

struct GroundSurfaces {
  uint32_t asphalt, kerb, paving, yard;
};

// Height of the land beside the strip [m]: below all other ground; in a field just below, so that no edge is seen.
double land_height(const StreetOptions& options) {
  return options.scenery == "field" ? -0.001 - 0.8 * options.relief_m : -2.6 - options.relief_m;
}

// Adds the strip between stations s0 and s1 on one side (sign +1: left): asphalt, kerb, paving, yard.
void add_strip(Builder& b, double s0, double s1, double sign, const GroundSurfaces& surfaces) {
  const Road& road = b.road();
  // Vertex at road coordinates; `raised`: on top of the kerb. Texture coordinates are (s, d).
  const auto corner = [&](double s, double d, bool raised) {
    const Vec2d p = road.plan(s, sign * d);
    const double base = road.elevation(s) - road.camber() * std::min(d, Road::kHalfWidth);
    return b.mesh().add_vertex({p.x, p.y, raised ? base + road.kerb_height() : base}, {s, sign * d});
  };
  // Quad between offsets a and b at both stations, facing up on either side of the road; degenerate ones are skipped.
  const auto quad = [&](double a0, double a1, bool raised_a, double b0, double b1, bool raised_b, uint32_t surface) {
    if (b0 - a0 < 1e-9 && b1 - a1 < 1e-9 && raised_a == raised_b) return;
    const uint32_t p = corner(s0, a0, raised_a), q = corner(s1, a1, raised_a);
    const uint32_t r = corner(s1, b1, raised_b), t = corner(s0, b0, raised_b);
    if (sign > 0) {
      b.mesh().add_triangle(p, q, r, surface), b.mesh().add_triangle(p, r, t, surface);
    } else {
      b.mesh().add_triangle(p, r, q, surface), b.mesh().add_triangle(p, t, r, surface);
    }
  };
  const double k0 = road.kerb_offset(s0), k1 = road.kerb_offset(s1);
  const double strip0 = road.strip(s0, sign), strip1 = road.strip(s1, sign);
  const auto out0 = [&](double by) { return std::min(k0 + by, strip0); };
  const auto out1 = [&](double by) { return std::min(k1 + by, strip1); };
  quad(0, 0, false, Road::kHalfWidth, Road::kHalfWidth, false, surfaces.asphalt);
  quad(Road::kHalfWidth, Road::kHalfWidth, false, k0, k1, false, surfaces.asphalt);
  if (road.kerb_height() > 0) quad(k0, k1, false, k0, k1, true, surfaces.kerb);
  quad(k0, k1, true, out0(kKerbTop), out1(kKerbTop), true, surfaces.kerb);
  quad(out0(kKerbTop), out1(kKerbTop), true, out0(kPaved), out1(kPaved), true, surfaces.paving);
  const bool corner_of_streets =
      std::fabs(0.5 * (s0 + s1) - road.intersection_s()) < Road::kSideStreetHalfWidth + Road::kSidewalk;
  quad(out0(kPaved), out1(kPaved), true, strip0, strip1, true, corner_of_streets ? surfaces.paving : surfaces.yard);
}

}  // namespace

// The mesh has vertices exactly at the stations of the road, where the kerb curve has its corners.
void add_ground(Builder& b) {
  const auto surface = [&](Material material, uint32_t hex) {
    return b.mesh().add_surface(
        {.material = material, .seed = static_cast<uint32_t>(b.seed()), .color = linear_color(hex)});
  };
  const GroundSurfaces surfaces{surface(Material::asphalt, 0x6a6a6c), surface(Material::kerb, 0xb4b2ac),
                                surface(Material::paving, 0xa9a49a), surface(Material::grass, 0x5f7a3c)};
  const std::vector<double>& stations = b.road().stations();
  for (std::size_t i = 0; i + 1 < stations.size(); ++i) {
    for (const double sign : {1.0, -1.0}) add_strip(b, stations[i], stations[i + 1], sign, surfaces);
  }
  // Land behind the houses, below all other ground.
  const Vec2d middle = b.road().at(0.5 * b.road().length_m()).position;
  const double reach = b.road().length_m() + 900, depth = land_height(b.street.options);
  b.mesh().add_quad({Vec3d{middle.x - reach, middle.y - reach, depth},
                     {middle.x + reach, middle.y - reach, depth},
                     {middle.x + reach, middle.y + reach, depth},
                     {middle.x - reach, middle.y + reach, depth}},
                    surfaces.yard);
}

}  // namespace gs::synth::street
