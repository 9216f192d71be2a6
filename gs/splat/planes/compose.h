// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Final colour of a pixel from blended splats, for host and device: background or sky, colour correction, rounding.
#pragma once

#include <cstdint>

#include "gs/geometry/vec.h"

namespace gs::splat {

// color_correction of render_config.json: decode with gamma, multiply by white_balance * 2^exposure_compensation,
// encode with gamma, clamp. The default values are the identity for any gamma.
struct SplatColorCorrection {
  Vec3f white_balance{1.0f, 1.0f, 1.0f};
  float exposure_compensation = 0.0f;  // [stops]
  float gamma = 2.2f;
};

// Factor per channel: for non-negative colours, decode, multiply and encode equal one multiplication by linear^(1 /
// gamma).
inline Vec3f correction_factor(const SplatColorCorrection& c) {
  const float exposure = std::exp2(c.exposure_compensation);
  const auto encoded = [&](float balance) {
    const float linear = balance * exposure;
    return linear == 1.0f ? 1.0f : std::pow(linear, 1.0f / c.gamma);
  };
  return {encoded(c.white_balance.x), encoded(c.white_balance.y), encoded(c.white_balance.z)};
}

// Rounds a colour 0..1 to 8 bits, clamped; NaN becomes 0.
GS_HD inline uint8_t to_byte(float value) { return static_cast<uint8_t>(clamp(value, 0.0f, 1.0f) * 255.0f + 0.5f); }

// Equirectangular sky image in the map frame: +x in the middle column, +y to the left of it, zenith in the top row.
struct SkyView {
  const uint8_t* rgb = nullptr;  // [height, width, 3]
  int width = 0, height = 0;
};

// Bilinear sample, colours 0..1; columns wrap around, rows are clamped at the poles.
GS_HD inline Vec3f sample_sky(const SkyView& sky, Vec3f direction) {
  const float kTurn = 6.2831853071795865f;
  const float across = 0.5f - atan2(direction.y, direction.x) / kTurn;
  const float level = sqrt(direction.x * direction.x + direction.y * direction.y);
  const float down = 0.5f - atan2(direction.z, level) / (0.5f * kTurn);
  const float u = across * static_cast<float>(sky.width) - 0.5f;
  const float v = clamp(down * static_cast<float>(sky.height) - 0.5f, 0.0f, static_cast<float>(sky.height - 1));
  const float u0 = floor(u), v0 = floor(v);
  const float fu = u - u0, fv = v - v0;
  const int column = (static_cast<int>(u0) + sky.width) % sky.width, next = (column + 1) % sky.width;
  const int row = static_cast<int>(v0), below = row + 1 < sky.height ? row + 1 : row;
  const auto texel = [&](int y, int x) {
    const uint8_t* p = sky.rgb + (static_cast<size_t>(y) * static_cast<size_t>(sky.width) + static_cast<size_t>(x)) * 3;
    return Vec3f{static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])};
  };
  const Vec3f top = texel(row, column) * (1.0f - fu) + texel(row, next) * fu;
  const Vec3f bottom = texel(below, column) * (1.0f - fu) + texel(below, next) * fu;
  return (top * (1.0f - fv) + bottom * fv) * (1.0f / 255.0f);
}

// Splats over background, times the correction factor. `splats` is already multiplied by alpha.
GS_HD inline Vec3f compose_pixel(Vec3f splats, float alpha, Vec3f behind, Vec3f factor) {
  const Vec3f c = splats + behind * (1.0f - alpha);
  return {c.x * factor.x, c.y * factor.y, c.z * factor.z};
}

}  // namespace gs::splat
