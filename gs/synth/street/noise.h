// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Noise functions for procedural textures: pure functions of position and seed. Details smaller than a pixel fade out.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gs::synth::street {

// Integer hash of a lattice cell and a seed.
inline uint32_t hash(int32_t x, int32_t y, uint32_t seed) {
  uint32_t h = static_cast<uint32_t>(x) * 0x8DA6B343u ^ static_cast<uint32_t>(y) * 0xD8163841u ^ seed * 0xCB1AB31Fu;
  h = (h ^ h >> 15) * 0x2C1B3C6Du;
  h = (h ^ h >> 12) * 0x297A2D39u;
  return h ^ h >> 15;
}
// Hash to a number in [0, 1).
inline float unit(uint32_t h) { return static_cast<float>(h >> 8) * 0x1p-24f; }
// Random number in [0, 1) that is constant within a unit cell.
inline float cell_random(float x, float y, uint32_t seed) {
  return unit(hash(static_cast<int32_t>(std::floor(x)), static_cast<int32_t>(std::floor(y)), seed));
}

// Fractional part, in [0, 1).
inline float fraction(float x) { return x - std::floor(x); }
// Linear interpolation, and a linear ramp from 0 at `from` to 1 at `to`, clamped.
inline float mix(float a, float b, float t) { return a + (b - a) * t; }
inline float ramp(float x, float from, float to) { return std::clamp((x - from) / (to - from), 0.0f, 1.0f); }

// Value noise in [0, 1]: random values at integer positions, smoothly interpolated.
inline float value_noise(float x, float y, uint32_t seed) {
  const float fx = std::floor(x), fy = std::floor(y);
  const auto ix = static_cast<int32_t>(fx), iy = static_cast<int32_t>(fy);
  // Cubic smooth step of both coordinates hides the lattice.
  float u = x - fx, v = y - fy;
  u = u * u * (3 - 2 * u), v = v * v * (3 - 2 * v);
  const float a = mix(unit(hash(ix, iy, seed)), unit(hash(ix + 1, iy, seed)), u);
  const float b = mix(unit(hash(ix, iy + 1, seed)), unit(hash(ix + 1, iy + 1, seed)), u);
  return mix(a, b, v);
}

// Contrast of a detail of this size seen with this pixel footprint: 1 above 1.2 footprints, 0 below half a footprint.
inline float survives(float detail_m, float footprint_m) {
  return ramp(detail_m, 0.5f * footprint_m, 1.2f * footprint_m);
}

// Range of detail sizes [m] of fractal(), and the amplitude ratio of successive octaves.
struct Octaves {
  float largest_m, smallest_m, gain;
};
// Sum of value noise octaves from largest_m to smallest_m, mean-free; octaves finer than the pixel vanish.
inline float fractal(float u, float v, Octaves o, float footprint, uint32_t seed) {
  float sum = 0, amplitude = 1;
  for (float size = o.largest_m; size >= o.smallest_m; size *= 0.42f, amplitude *= o.gain) {
    // Octaves shrink, so all that follow are finer still.
    const float keep = survives(size, footprint);
    if (keep <= 0) break;
    sum += keep * amplitude * (value_noise(u / size, v / size, ++seed) - 0.5f);
  }
  return sum;
}

// Mean-free noise of sharp-edged cells of one size.
inline float grains(float u, float v, float size_m, float footprint, uint32_t seed) {
  const float keep = survives(size_m, footprint);
  return keep <= 0 ? 0.0f : keep * (cell_random(u / size_m, v / size_m, seed) - 0.5f);
}

}  // namespace gs::synth::street
