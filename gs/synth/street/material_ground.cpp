// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "gs/synth/street/lettering.h"
#include "gs/synth/street/material_parts.h"
#include "gs/synth/street/noise.h"

namespace gs::synth::street {
namespace {

constexpr Vec3f kPaint{0.78f, 0.78f, 0.74f};

// 1 inside [low, high], 0 outside, with edges one pixel wide.
float band(float x, float low, float high, float footprint) {
  const float e = std::fmax(footprint, 1e-3f);
  return ramp(x, low - 0.5f * e, low + 0.5f * e) * (1.0f - ramp(x, high - 0.5f * e, high + 0.5f * e));
}

// Share of white paint at (s, d).
float markings(float s, float d, const Road& road, float footprint) {
  const float along = s - static_cast<float>(road.intersection_s()), a = std::fabs(along), w = std::fabs(d);
  const float mouth = static_cast<float>(Road::kSideStreetHalfWidth);
  if (w > 5.6f) {  // side street: dashes along its centreline
    return w < 9 ? 0.0f : band(along, -0.06f, 0.06f, footprint) * band(fraction(w / 6), 0.0f, 0.5f, footprint / 6);
  }
  if (a < mouth + 1.0f) return 0.0f;
  if (a < mouth + 4.0f) return band(fraction(d), 0.0f, 0.5f, footprint) * (w < 5.2f ? 1.0f : 0.0f);  // zebra
  if (a > mouth + 5.0f && a < mouth + 5.4f && (along < 0) == (d < 0) && w < 3.25f && w > 0.15f)
    return 1.0f;  // stop line
  float paint = 0;
  // Centre line (dashed), edge of the parking lane and bays; none near the intersection.
  if (a > 14) {
    paint = std::fmax(paint, band(d, -0.06f, 0.06f, footprint) * band(fraction(s / 9), 0.0f, 0.34f, footprint / 9));
    paint = std::fmax(paint, band(w, 3.20f, 3.30f, footprint));
    const float bay = fraction((s + 60.0f) / 5.9f) * 5.9f;
    if (w > 3.25f) paint = std::fmax(paint, band(bay, 2.9f, 3.0f, footprint));
  }
  // A speed limit painted in each lane every 70 m, readable for its drivers: 3.2 m long.
  const float along_lane = d < 0 ? s : -s;
  const float place = fraction(along_lane / 70.0f) * 70.0f - 30.0f;
  if (place > 0 && place < 3.2f) {
    const float from_left = d < 0 ? -0.95f - d : d - 0.95f;
    if (assets::has_ink("30", from_left / 0.8f, place / 3.2f)) paint = 1.0f;
  }
  return paint;
}

// Manhole covers: darkness from 0 to about 1.4; 0 where there is none.
float manhole(float s, float d, uint32_t seed, float footprint) {
  const auto cell = static_cast<int32_t>(std::floor(s / 23));
  const float cs = 23 * (static_cast<float>(cell) + 0.2f + 0.6f * unit(hash(cell, 1, seed)));
  const float cd = unit(hash(cell, 2, seed)) < 0.5f ? 1.1f : -1.9f;
  const float r = std::sqrt((s - cs) * (s - cs) + (d - cd) * (d - cd));
  if (r > 0.36f) return 0.0f;
  const float rim = r > 0.31f ? 1.0f : 0.45f;
  const float pattern =
      survives(0.04f, footprint) * 0.4f * ((fraction(s / 0.08f) < 0.5f) != (fraction(d / 0.08f) < 0.5f) ? 1.0f : 0.0f);
  return rim + pattern;
}

}  // namespace

// Asphalt: noise at several scales, wear, patches, cracks, manhole covers, and worn paint on top.
Look asphalt(const Texel& t, const Road& road) {
  const uint32_t seed = t.surface.seed;
  const float s = t.u, d = t.v;
  float tone = 1.0f;
  tone += 0.55f * fractal(s, d, {3.5f, 0.25f, 0.62f}, t.footprint, seed);
  tone += 0.5f * grains(s, d, 0.021f, t.footprint, seed + 11) + 0.75f * grains(s, d, 0.008f, t.footprint, seed + 12);
  tone += 0.42f * grains(s, d, 0.06f, t.footprint, seed + 13);
  // Tyres have polished two tracks per lane.
  const float lane = std::fabs(std::fabs(std::fabs(d) - 1.62f) - 0.78f);
  tone -= 0.10f * (1.0f - ramp(lane, 0.1f, 0.4f));
  // Rectangular patches of newer asphalt with dark seams.
  const auto patch = static_cast<int32_t>(std::floor(s / 13));
  const uint32_t h = hash(patch, d > 0 ? 1 : 0, seed + 3);
  const float in = s - 13 * static_cast<float>(patch), width = 0.9f + 2.2f * unit(h * 747796405u);
  const float off = std::fabs(std::fabs(d) - (0.8f + 3.2f * unit(h * 2891336453u)));
  if ((h & 3u) == 0 && in > 3 && in < 3 + 2.5f * width && off < 0.5f * width)
    tone *= off > 0.5f * width - 0.05f ? 0.5f : 0.76f;
  // Cracks follow a level line of a noise function.
  if (t.footprint < 0.05f) {
    const float n = value_noise(s / 1.7f, d / 1.1f, seed + 5) + 0.35f * value_noise(s / 0.3f, d / 0.3f, seed + 6);
    if (std::fabs(n - 0.62f) < 0.006f) tone *= 0.5f;
  }
  Look look{t.surface.color * (0.78f * std::fmax(tone, 0.15f)), 0.0f, 0.0f, 0.16f};
  const float cover = manhole(s, d, seed + 9, t.footprint);
  if (cover > 0) look = {Vec3f{0.16f, 0.15f, 0.14f} * (1.35f - cover), 0.02f, 0, 0.3f};
  float paint = markings(s, d, road, t.footprint);
  if (paint > 0) {
    // Paint is worn off in places; it reflects LiDAR better than asphalt.
    const float worn = value_noise(s / 0.11f, d / 0.11f, seed + 7) + 0.5f * value_noise(s / 0.6f, d / 0.6f, seed + 8);
    paint *= ramp(worn, 0.25f, 0.5f);
    look.albedo = look.albedo + (kPaint * (0.8f + 0.25f * tone) - look.albedo) * (0.92f * paint);
    look.reflectance = mix(look.reflectance, 0.85f, paint);
  }
  return look;
}

// Slabs of 0.4 m in a running bond, each with its own tone, with dark joints.
Look paving(const Texel& t) {
  const uint32_t seed = t.surface.seed + 100;
  constexpr float kSlab = 0.4f;
  const float row = std::floor(t.v / kSlab);
  const float shifted = t.u / kSlab + 0.5f * fraction(row * 0.5f) * 2.0f;
  const float fu = fraction(shifted), fv = fraction(t.v / kSlab);
  float tone = 0.86f + 0.36f * survives(kSlab, t.footprint) * cell_random(shifted, t.v / kSlab, seed);
  tone += 0.35f * fractal(t.u, t.v, {1.6f, 0.1f, 0.6f}, t.footprint, seed + 1) +
          0.42f * grains(t.u, t.v, 0.012f, t.footprint, seed + 2);
  tone += 0.2f * grains(t.u, t.v, 0.035f, t.footprint, seed + 4);
  const float edge = std::fmin(std::fmin(fu, 1 - fu), std::fmin(fv, 1 - fv)) * kSlab;
  const float joint = 1.0f - ramp(edge, 0.004f, 0.008f + 0.5f * t.footprint);
  tone *= 1.0f - 0.6f * joint * survives(0.05f, t.footprint);
  if (t.footprint < 0.04f && value_noise(t.u / 0.09f, t.v / 0.09f, seed + 3) > 0.93f) tone *= 0.6f;  // gum
  return {t.surface.color * (0.72f * std::fmax(tone, 0.1f)), 0, 0, 0.35f};
}

// Kerb stones of 1 m with dark joints.
Look kerb(const Texel& t) {
  const uint32_t seed = t.surface.seed + 200;
  const float fu = fraction(t.u);
  float tone =
      0.85f + 0.25f * cell_random(t.u, 0, seed) + 0.5f * grains(t.u, t.v + 3.0f * t.u, 0.012f, t.footprint, seed + 1);
  tone += 0.3f * fractal(t.u, t.v, {0.8f, 0.06f, 0.6f}, t.footprint, seed + 2);
  if (fu < 0.012f + 0.5f * t.footprint) tone *= 0.55f;
  return {t.surface.color * (0.8f * tone), 0, 0, 0.4f};
}

// Grass with dry patches.
Look grass(const Texel& t) {
  const uint32_t seed = t.surface.seed + 300;
  float tone = 1.0f + 0.9f * fractal(t.u, t.v, {6.0f, 0.05f, 0.72f}, t.footprint, seed);
  tone += 0.9f * grains(t.u, 0.4f * t.v, 0.02f, t.footprint, seed + 20);
  const float dry = ramp(value_noise(t.u / 3.1f, t.v / 3.1f, seed + 30), 0.55f, 0.8f);
  const Vec3f color = t.surface.color + (Vec3f{0.22f, 0.19f, 0.09f} - t.surface.color) * (0.6f * dry);
  return {color * std::fmax(tone, 0.15f), 0, 0.1f, 0.55f};
}

}  // namespace gs::synth::street
