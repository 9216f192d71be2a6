// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "gs/synth/street/lettering.h"
#include "gs/synth/street/material_parts.h"
#include "gs/synth/street/noise.h"

namespace gs::synth::street {

// Vertical ridges.
Look bark(const Texel& t) {
  const uint32_t seed = t.surface.seed;
  const float ridge = value_noise(t.u / 0.035f, t.v / 0.16f, seed) * survives(0.035f, t.footprint);
  const float tone = 0.55f + 0.9f * ridge + 0.4f * grains(t.u, t.v, 0.012f, t.footprint, seed + 1);
  return {t.surface.color * tone, 0, 0, 0.45f};
}

// Leaves with their own tint; 45 % of the light passes through.
Look leaves(const Texel& t) {
  const uint32_t seed = t.surface.seed;
  const float vein = survives(0.02f, t.footprint) * (value_noise(t.u / 0.02f, t.v / 0.02f, seed) - 0.5f);
  const float own = cell_random(t.u / 0.4f, t.v / 0.4f, seed + 1);
  const Vec3f tint{1.0f + 0.5f * (own - 0.5f), 1.0f, 1.0f - 0.4f * (own - 0.5f)};
  const float tone = 0.7f + 0.7f * own + 0.6f * vein;
  return {{t.surface.color.x * tint.x * tone, t.surface.color.y * tint.y * tone, t.surface.color.z * tint.z * tone},
          0.01f,
          0.45f,
          0.6f};
}

// Painted metal with slight stains and a reflection.
Look metal(const Texel& t) {
  const float tone = 0.95f + 0.25f * fractal(t.u, t.v, {0.5f, 0.03f, 0.6f}, t.footprint, t.surface.seed);
  return {t.surface.color * tone, 0.05f, 0, 0.5f};
}

// Boards with vertical fibres.
Look wood(const Texel& t) {
  const uint32_t seed = t.surface.seed;
  const float fibre = value_noise(t.u / 0.012f, t.v / 0.35f, seed) * survives(0.012f, t.footprint);
  float tone = 0.75f + 0.5f * fibre + 0.3f * fractal(t.u, t.v, {1.2f, 0.1f, 0.6f}, t.footprint, seed + 1);
  tone *= 0.9f + 0.3f * value_noise(t.v * 3, t.u * 5, seed + 2);
  return {t.surface.color * tone, 0, 0, 0.5f};
}

// Dark rubber with a tread; nearly black for LiDAR.
Look tyre(const Texel& t) {
  const float tread = survives(0.02f, t.footprint) * (fraction(t.u / 0.03f) < 0.4f ? -0.3f : 0.0f);
  return {t.surface.color * (1.0f + tread), 0.01f, 0, 0.08f};
}

// Cloth with folds; wide pieces are striped awnings.
Look cloth(const Texel& t) {
  const uint32_t seed = t.surface.seed;
  Vec3f color = t.surface.color;
  if (t.surface.extent.x > 1.5f && fraction(t.u / 0.4f) < 0.5f) color = {0.75f, 0.73f, 0.68f};  // a striped awning
  const float fold = 0.35f * fractal(t.u, 0.3f * t.v, {0.3f, 0.03f, 0.6f}, t.footprint, seed);
  return {color * (0.95f + fold + 0.25f * grains(t.u, t.v, 0.008f, t.footprint, seed + 1)), 0, 0.1f, 0.5f};
}

// Number plate: three letters and four digits from the seed; retroreflective.
Look plate(const Texel& t) {
  char text[7];
  const uint32_t h = t.surface.seed;
  for (int i = 0; i < 3; ++i) text[i] = static_cast<char>('A' + (h >> (5 * i) & 31u) % 26);
  for (int i = 3; i < 7; ++i) text[i] = static_cast<char>('0' + (h >> (4 * i) & 15u) % 10);
  const bool ink = assets::has_ink({text, 7}, (t.u - 0.05f) / 0.075f, (t.v - 0.02f) / 0.08f);
  if (t.u < 0.035f) return {Vec3f{0.02f, 0.06f, 0.4f}, 0, 0, 1.2f};
  return {ink ? Vec3f{0.03f, 0.03f, 0.03f} : t.surface.color * 0.8f, 0, 0, ink ? 0.3f : 1.8f};
}

// One of four signs, chosen by the seed: speed limit, no stopping, direction, priority road. Retroreflective.
Look traffic_sign(const Texel& t) {
  const float x = t.u - 0.33f, y = t.v - 0.33f, r = std::sqrt(x * x + y * y);
  const uint32_t kind = t.surface.seed % 4;
  constexpr Vec3f kRed{0.60f, 0.03f, 0.03f}, kBlue{0.02f, 0.12f, 0.50f}, kWhite{0.80f, 0.80f, 0.78f},
      kYellow{0.78f, 0.56f, 0.03f};
  if (kind == 3) {  // priority road: a yellow square on its corner
    const float q = std::fabs(x) + std::fabs(y);
    if (q < 0.2f) return {kYellow, 0.01f, 0, 1.8f};
    return q < 0.31f ? Look{kWhite, 0.01f, 0, 1.8f} : Look{{0.25f, 0.25f, 0.25f}, 0, 0, 0.4f};
  }
  if (r > 0.325f) return {Vec3f{0.30f, 0.30f, 0.30f}, 0, 0, 0.4f};
  if (kind == 0) {  // speed limit
    if (r > 0.24f) return {kRed, 0.01f, 0, 1.6f};
    const bool ink = assets::has_ink("30", (x + 0.16f) / 0.2f, (y + 0.12f) / 0.24f);
    return {ink ? Vec3f{0.02f, 0.02f, 0.02f} : kWhite, 0.01f, 0, 1.8f};
  }
  if (kind == 1) {  // no stopping
    if (r > 0.26f || std::fabs(x - y) < 0.05f || std::fabs(x + y) < 0.05f) return {kRed, 0.01f, 0, 1.6f};
    return {kBlue, 0.01f, 0, 1.6f};
  }
  const bool arrow =
      (std::fabs(x) < 0.045f && y < 0.08f && y > -0.2f) || (y >= 0.05f && y < 0.2f && std::fabs(x) < 0.2f - y);
  return {arrow ? kWhite : kBlue, 0.01f, 0, 1.7f};
}

}  // namespace gs::synth::street
