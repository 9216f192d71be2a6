// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Shadows that objects cast on the ground: how much light is left for a Gaussian of the ground layer.
#pragma once

#include <cstdint>

#include "gs/geometry/vec.h"

namespace gs::splat {

inline constexpr int kMaxShadowCorners = 8;
// Beyond this many softness lengths outside of its polygon a shadow ends: there it takes less than 0.02 % of the light.
inline constexpr float kShadowReach = 3.0f;

// The light that an object takes away: that of the sky near its footprint (contact shadow), or that of the sun.
enum class ShadowKind : int32_t { contact, sun };

// A convex polygon on the ground, in the x-y plane of map. Inside, the share `strength` of the light is missing;
// outside it returns over a few softness lengths.
struct GroundShadow {
  Vec2f corner[kMaxShadowCorners]{};  // counter-clockwise [m]
  int32_t corners = 0;                // 3 to kMaxShadowCorners
  ShadowKind kind = ShadowKind::contact;
  float strength = 0;    // 0 to 1
  float softness_m = 0;  // > 0
  Vec2f low{}, high{};   // rectangle that holds the polygon and its soft edge; see bounded()
};

// The shadow with its rectangle.
GS_HD inline GroundShadow bounded(GroundShadow s) {
  s.low = s.high = s.corner[0];
  for (int i = 1; i < s.corners; ++i) {
    const Vec2f c = s.corner[i];
    s.low = {c.x < s.low.x ? c.x : s.low.x, c.y < s.low.y ? c.y : s.low.y};
    s.high = {c.x > s.high.x ? c.x : s.high.x, c.y > s.high.y ? c.y : s.high.y};
  }
  const float reach = kShadowReach * s.softness_m;
  s.low = {s.low.x - reach, s.low.y - reach};
  s.high = {s.high.x + reach, s.high.y + reach};
  return s;
}

// Distance of a point from the polygon; 0 inside [m].
GS_HD inline float distance_outside(const GroundShadow& s, Vec2f p) {
  float nearest2 = 1e30f;
  bool inside = true;
  for (int i = 0; i < s.corners; ++i) {
    const Vec2f a = s.corner[i], b = s.corner[i + 1 < s.corners ? i + 1 : 0];
    const Vec2f edge = b - a, to = p - a;
    const float length2 = dot(edge, edge);
    if (!(length2 > 0.0f)) continue;  // two corners at one place
    inside = inside && edge.x * to.y - edge.y * to.x >= 0.0f;
    const float along = clamp(dot(to, edge) / length2, 0.0f, 1.0f);
    const Vec2f off = to - edge * along;
    const float off2 = dot(off, off);
    nearest2 = off2 < nearest2 ? off2 : nearest2;
  }
  return inside ? 0.0f : sqrt(nearest2);
}

// Share of the light at a point that one shadow leaves: 1 - strength exp(-(e / softness)^2), e = distance outside.
GS_HD inline float light_left(const GroundShadow& s, Vec2f p) {
  if (p.x < s.low.x || p.x > s.high.x || p.y < s.low.y || p.y > s.high.y) return 1.0f;
  const float e = distance_outside(s, p) / s.softness_m;
  return 1.0f - s.strength * exp(-e * e);
}

// The same for several shadows. Light that one object has taken is not there for the next: of each kind the darkest
// counts, so the order of the shadows does not matter. Light of sky and sun are multiplied.
GS_HD inline float light_left(const GroundShadow* shadows, uint32_t count, Vec2f p) {
  float sky = 1.0f, sun = 1.0f;
  for (uint32_t i = 0; i < count; ++i) {
    const float left = light_left(shadows[i], p);
    const bool of_sun = shadows[i].kind == ShadowKind::sun;
    sun = of_sun && left < sun ? left : sun;
    sky = !of_sun && left < sky ? left : sky;
  }
  return sky * sun;
}

}  // namespace gs::splat
