// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "gs/synth/street/facade.h"
#include "gs/synth/street/lettering.h"
#include "gs/synth/street/material_parts.h"
#include "gs/synth/street/noise.h"

namespace gs::synth::street {
namespace {

// One of eight saturated paint colours.
Vec3f bright_color(uint32_t h) {
  constexpr Vec3f kColors[] = {{0.55f, 0.05f, 0.04f}, {0.04f, 0.18f, 0.50f}, {0.05f, 0.33f, 0.12f},
                               {0.75f, 0.50f, 0.04f}, {0.30f, 0.05f, 0.33f}, {0.70f, 0.20f, 0.03f},
                               {0.03f, 0.32f, 0.36f}, {0.62f, 0.60f, 0.55f}};
  return kColors[h % 8];
}

// Running bond of bricks with mortar joints; every brick has its own tone.
Look brickwork(const Texel& t) {
  constexpr float kLength = 0.245f, kHeight = 0.08f, kMortar = 0.011f;
  const uint32_t seed = t.surface.seed;
  // Every second row is shifted by half a brick.
  const float row = std::floor(t.v / kHeight);
  const float x = t.u / kLength + 0.5f * (fraction(row * 0.5f) < 0.25f ? 0.0f : 1.0f);
  const float fu = fraction(x) * kLength, fv = fraction(t.v / kHeight) * kHeight;
  const float seen = survives(kHeight, t.footprint);
  const float own = cell_random(x, row + 0.5f, seed) - 0.5f;
  float tone = 1.0f + seen * 0.75f * own + 0.45f * fractal(t.u, t.v, {4.0f, 0.3f, 0.6f}, t.footprint, seed + 1);
  tone += 0.5f * grains(t.u, t.v, 0.012f, t.footprint, seed + 3);
  Vec3f color = t.surface.color * std::fmax(tone, 0.15f);
  const float edge = std::fmin(std::fmin(fu, kLength - fu), std::fmin(fv, kHeight - fv));
  // Joints: width kMortar, with an edge as wide as the pixel.
  const float mortar =
      1.0f - ramp(edge, 0.5f * kMortar - 0.3f * t.footprint, 0.5f * kMortar + 0.5f * t.footprint + 0.001f);
  const Vec3f joint = Vec3f{0.50f, 0.48f, 0.44f} * (0.9f + grains(t.u, t.v, 0.01f, t.footprint, seed + 4));
  color = color + (joint - color) * (mortar * (0.3f + 0.7f * seen));
  return {color, 0, 0, 0.38f};
}

// Plaster with splashes near the ground and rain streaks.
Look plasterwork(const Texel& t) {
  const uint32_t seed = t.surface.seed;
  float tone = 0.95f + 0.38f * fractal(t.u, 0.45f * t.v, {3.0f, 0.15f, 0.6f}, t.footprint, seed);
  tone +=
      0.26f * grains(t.u, t.v, 0.014f, t.footprint, seed + 1) + 0.16f * grains(t.u, t.v, 0.045f, t.footprint, seed + 2);
  tone -= 0.25f * (1.0f - ramp(t.v, 0.0f, 0.9f)) * value_noise(t.u * 2, t.v * 2, seed + 3);  // splashes near the ground
  // Streaks below the sills.
  const float streak = value_noise(t.u / 0.13f, t.v / 2.6f, seed + 5);
  tone -= 0.22f * ramp(streak, 0.62f, 0.9f);
  return {t.surface.color * std::fmax(tone, 0.15f), 0, 0, 0.5f};
}

// A point inside a window.
struct Pane {
  float x, y;           // metres from the window's lower left corner
  float width, height;  // of the window
  uint32_t seed;
};

// Frame and bars, then a blind, drapes, a plant or a dark room behind glass.
Look window(const Pane& p, const Texel& t) {
  const float frame = 0.06f, bar = 0.022f;
  const float from_edge = std::fmin(std::fmin(p.x, p.width - p.x), std::fmin(p.y, p.height - p.y));
  const bool dark_frame = p.seed & 1u;
  const Vec3f wood = dark_frame ? Vec3f{0.10f, 0.06f, 0.04f} : Vec3f{0.72f, 0.71f, 0.68f};
  const bool on_bar = std::fabs(p.x - 0.5f * p.width) < bar || std::fabs(p.y - 0.68f * p.height) < bar;
  if (from_edge < frame || on_bar)
    return {wood * (0.9f + grains(t.u, t.v, 0.02f, t.footprint, p.seed)), 0.02f, 0, 0.4f};
  // The seed of the window decides about blinds, drapes and plants.
  const float shut = unit(p.seed * 2654435761u);
  if (shut < 0.14f && p.y > (0.2f + 3.0f * shut) * p.height) {  // a blind
    const float slat = fraction(p.y / 0.05f) < 0.25f ? 0.65f : 1.0f;
    return {Vec3f{0.62f, 0.60f, 0.55f} * mix(0.9f, slat, survives(0.05f, t.footprint)), 0.05f, 0, 0.3f};
  }
  Vec3f inside = Vec3f{0.035f, 0.038f, 0.045f} * (1.0f + 1.5f * value_noise(p.x * 3, p.y * 2, p.seed));
  const float drape = 0.10f + 0.16f * unit(p.seed * 40503u);
  if (p.x < drape * p.width || p.x > (1 - drape) * p.width) {
    const float fold = 0.75f + 0.5f * survives(0.05f, t.footprint) * fraction(p.x / 0.07f);
    inside = bright_color(p.seed >> 4) * 0.25f + Vec3f{0.22f, 0.21f, 0.2f} * fold;
  } else if (p.y < 0.25f * p.height && (p.seed & 6u) == 0) {
    inside = Vec3f{0.06f, 0.16f, 0.04f} * (0.5f + 1.5f * value_noise(p.x / 0.05f, p.y / 0.05f, p.seed + 1));  // a plant
  }
  return {inside, 0.13f, 0, 0.08f};
}

}  // namespace

// Facade of a house: windows of the grid, a door in the last column of the ground floor, bands of stone on brick, then
// the wall itself. An extent of 0 means a plain wall.
Look facade(const Texel& t, bool brick) {
  if (t.surface.extent.x > 0) {
    const FacadeGrid grid(t.surface.extent.x);
    const float x = t.u / grid.cell, storey = std::floor(t.v / FacadeGrid::kFloor);
    const float y = t.v - storey * FacadeGrid::kFloor;
    const auto column = static_cast<int32_t>(std::floor(x)), floor = static_cast<int32_t>(storey);
    const bool is_door = floor == 0 && column == grid.columns - 1;
    const float width = FacadeGrid::kWindowShare * grid.cell;
    const float in_x = (fraction(x) - 0.5f) * grid.cell + 0.5f * width;
    const float low = is_door ? 0.1f : FacadeGrid::kWindowLow;
    const bool below_roof = (storey + 1) * FacadeGrid::kFloor < t.surface.extent.y + 0.1f;
    if (below_roof && t.v > 0 && in_x > 0 && in_x < width && y > low && y < FacadeGrid::kWindowHigh) {
      const uint32_t h = hash(column, floor, t.surface.seed);
      if (!is_door) return window({in_x, y - low, width, FacadeGrid::kWindowHigh - low, h}, t);
      const bool panel =
          std::fabs(fraction(in_x / (0.5f * width)) - 0.5f) < 0.36f && std::fabs(fraction(y / 0.75f) - 0.5f) < 0.38f;
      return {bright_color(t.surface.seed) * (panel ? 0.55f : 0.38f) + Vec3f{0.03f, 0.03f, 0.03f}, 0.03f, 0, 0.35f};
    }
    // A band of stone between storeys.
    if (storey >= 1 && y < 0.16f && brick) {
      return {Vec3f{0.56f, 0.53f, 0.47f} * (0.9f + 0.4f * grains(t.u, t.v, 0.015f, t.footprint, t.surface.seed)), 0, 0,
              0.45f};
    }
  }
  return brick ? brickwork(t) : plasterwork(t);
}

// Shop window: painted base and frame, shelves with goods behind glass, and the name of the shop.
Look shop_front(const Texel& t) {
  const FacadeGrid grid(t.surface.extent.x);
  const float x = fraction(t.u / grid.cell) * grid.cell;
  const auto column = static_cast<int32_t>(std::floor(t.u / grid.cell));
  const uint32_t h = hash(column, 77, t.surface.seed);
  const float grain = 0.3f * grains(t.u, t.v, 0.015f, t.footprint, t.surface.seed);
  if (t.v < 0.42f || t.v > 2.5f)
    return {bright_color(t.surface.seed) * (0.30f + grain) + Vec3f{0.05f, 0.05f, 0.05f}, 0.02f, 0, 0.35f};
  const float edge = std::fmin(x, grid.cell - x);
  if (edge < 0.09f)
    return {bright_color(t.surface.seed) * (0.45f + grain) + Vec3f{0.04f, 0.04f, 0.04f}, 0.03f, 0, 0.4f};
  // Shelves with goods behind the glass.
  const float shelf = t.v / 0.42f, item = x / (0.11f + 0.1f * unit(h));
  const uint32_t goods = hash(static_cast<int32_t>(std::floor(item)), static_cast<int32_t>(std::floor(shelf)), h);
  const bool gap = fraction(item) < 0.12f || fraction(shelf) > 0.35f + 0.6f * unit(goods) || fraction(shelf) < 0.07f;
  const Vec3f inside =
      gap ? Vec3f{0.04f, 0.038f, 0.036f} : bright_color(goods >> 3) * (0.18f + 0.35f * unit(goods * 31u));
  if (t.v > 1.9f && t.v < 2.2f && assets::has_ink(word_for(h), (x - 0.25f) / 0.22f, (t.v - 1.93f) / 0.22f)) {
    return {Vec3f{0.8f, 0.78f, 0.7f}, 0.03f, 0, 0.4f};
  }
  return {inside, 0.11f, 0, 0.1f};
}

// Roof tiles in rows; each tile has its own tone and a dark lower edge.
Look roof(const Texel& t) {
  const uint32_t seed = t.surface.seed;
  constexpr float kTile = 0.22f, kRow = 0.3f;
  const float fu = fraction(t.u / kTile), fv = fraction(t.v / kRow);
  float tone = 0.8f + 0.5f * survives(kTile, t.footprint) * cell_random(t.u / kTile, t.v / kRow, seed);
  tone *= 1.0f - survives(0.1f, t.footprint) * (0.5f * (1 - ramp(fv, 0, 0.18f)) + 0.35f * std::fabs(fu - 0.5f));
  tone += 0.3f * fractal(t.u, t.v, {2.0f, 0.1f, 0.6f}, t.footprint, seed + 1);
  return {t.surface.color * std::fmax(tone, 0.1f), 0, 0, 0.35f};
}

// Concrete; large surfaces show the joints of the formwork every 0.5 m.
Look concrete(const Texel& t) {
  const uint32_t seed = t.surface.seed;
  float tone = 0.95f + 0.45f * fractal(t.u, t.v, {2.5f, 0.05f, 0.62f}, t.footprint, seed) +
               0.3f * grains(t.u, t.v, 0.012f, t.footprint, seed + 9);
  const float board = fraction(t.v / 0.5f);
  if (t.surface.extent.x > 2 && board < 0.02f + t.footprint) tone *= 0.75f;
  return {t.surface.color * std::fmax(tone, 0.1f), 0, 0, 0.4f};
}

// Concrete with words in bright colours, a dark outline and a background shape.
Look graffiti(const Texel& t) {
  Look look = concrete(t);
  if (t.v > 1.7f && t.v < 4.6f) {  // v counts from the foot of the wall, 1.5 m below the road
    const uint32_t h = hash(static_cast<int32_t>(std::floor(t.u / 5.6f)), 3, t.surface.seed);
    const float x = fraction(t.u / 5.6f) * 5.6f, wave = 0.10f * std::sin(3.0f * x + unit(h) * 6), y = t.v - 2.2f + wave;
    const std::string_view word = word_for(h);
    const auto ink = [&](float dx, float dy) {
      return assets::has_ink(word, (x - 0.3f + dx) / 0.85f, (y + dy) / 1.5f);
    };
    if (ink(0, 0)) {
      look.albedo = bright_color(h >> 3) * (0.75f + 0.5f * y / 1.5f);
    } else if (ink(0.07f, 0) || ink(-0.07f, 0) || ink(0, 0.07f) || ink(0, -0.07f)) {
      look.albedo = {0.02f, 0.02f, 0.02f};
    } else if (value_noise(x * 1.2f, y * 1.4f, h) > 0.55f && y > -0.3f && y < 1.8f) {
      look.albedo = bright_color(h >> 7) * 0.8f;
    }
  }
  return look;
}

// A word, centred and scaled to the sign, with a border.
Look shop_sign(const Texel& t) {
  const uint32_t seed = t.surface.seed;
  const std::string_view word = word_for(seed >> 5);
  const Vec3f paper = bright_color(seed);
  const float high = 0.62f * t.surface.extent.y, wide = assets::text_width(word) * high;
  const float scale = wide > 0.92f * t.surface.extent.x ? 0.92f * t.surface.extent.x / wide : 1.0f;
  const float x = (t.u - 0.5f * t.surface.extent.x) / (high * scale) + 0.5f * assets::text_width(word);
  const float y = (t.v - 0.5f * t.surface.extent.y) / (high * scale) + 0.5f;
  const bool ink = assets::has_ink(word, x, y);
  const bool border = t.v < 0.03f || t.v > t.surface.extent.y - 0.03f;
  const float grain = 0.25f * grains(t.u, t.v, 0.02f, t.footprint, seed);
  return {(ink || border ? Vec3f{0.80f, 0.78f, 0.70f} : paper * 0.8f) * (1.0f + grain), 0.02f, 0, ink ? 0.7f : 0.35f};
}

// Posters of 0.94 x 1.45 m: a title, a disc and lines of text.
Look poster(const Texel& t) {
  const float x = fraction(t.u / 0.94f) * 0.94f, y = fraction(t.v / 1.45f) * 1.45f;
  const uint32_t h = hash(static_cast<int32_t>(std::floor(t.u / 0.94f)), static_cast<int32_t>(std::floor(t.v / 1.45f)),
                          t.surface.seed);
  if (x < 0.03f || x > 0.91f || y < 0.05f || y > 1.4f) return {Vec3f{0.25f, 0.27f, 0.24f}, 0, 0, 0.3f};
  if (assets::has_ink(word_for(h >> 9), (x - 0.08f) / 0.14f, (y - 1.15f) / 0.16f))
    return {Vec3f{0.85f, 0.84f, 0.8f}, 0, 0, 0.6f};
  const float dx = x - 0.47f, dy = y - 0.62f;
  if (dx * dx + dy * dy < 0.08f) return {bright_color(h >> 4) * (0.6f + value_noise(x * 14, y * 14, h)), 0, 0, 0.5f};
  if (y < 0.26f && fraction(y / 0.05f) < 0.5f && cell_random(x / 0.03f, y / 0.05f, h) < 0.75f)
    return {Vec3f{0.06f, 0.06f, 0.06f}, 0, 0, 0.2f};
  return {bright_color(h) * 0.7f + Vec3f{0.1f, 0.1f, 0.1f}, 0, 0, 0.45f};
}

// Distant building: a grid of dark windows.
Look skyline(const Texel& t) {
  const uint32_t h =
      hash(static_cast<int32_t>(std::floor(t.u / 3.0f)), static_cast<int32_t>(std::floor(t.v / 3.2f)), t.surface.seed);
  const float fu = fraction(t.u / 3.0f), fv = fraction(t.v / 3.2f);
  const Vec3f wall = t.surface.color * (0.5f + 0.6f * unit(t.surface.seed * 2654435761u));
  const bool pane = fu > 0.22f && fu < 0.78f && fv > 0.25f && fv < 0.75f;
  return pane ? Look{wall * (0.18f + 0.4f * unit(h)), 0.05f, 0, 0.2f} : Look{wall, 0, 0, 0.4f};
}

}  // namespace gs::synth::street
