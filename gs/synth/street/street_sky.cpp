// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/street/street_sky.h"

#include <algorithm>
#include <cmath>

#include "gs/synth/street/noise.h"

namespace gs::synth {
namespace {

Vec3f blend(Vec3f a, Vec3f b, float t) { return a + (b - a) * t; }

}  // namespace

StreetSky::StreetSky(const StreetOptions& options)
    : cloud_cover_(static_cast<float>(options.cloud_cover)), seed_(static_cast<uint32_t>(options.seed) ^ 0x5C1u) {
  // The sun rises in the east at 6, stands 58 degrees high in the south at noon and sets in the west at 18.
  const double day = (options.hour - 6) / 12;
  const double elevation = 58 * kPi / 180 * std::sin(kPi * day), azimuth = -kPi * day;
  to_sun_ = {static_cast<float>(std::cos(elevation) * std::cos(azimuth)),
             static_cast<float>(std::cos(elevation) * std::sin(azimuth)), static_cast<float>(std::sin(elevation))};
  // Light turns warmer and weaker when the sun is low.
  const float low = 1.0f - street::ramp(static_cast<float>(elevation), 0.08f, 0.6f);
  sun_ = blend({2.65f, 2.5f, 2.25f}, {2.2f, 1.45f, 0.8f}, low);
  zenith_ = blend({0.16f, 0.33f, 0.72f}, {0.16f, 0.24f, 0.46f}, low);
  horizon_ = blend({0.78f, 0.86f, 0.95f}, {0.95f, 0.74f, 0.56f}, low);
}

Vec3f StreetSky::ambient(Vec3f normal) const {
  const Vec3f sky = blend(zenith_, horizon_, 0.62f);
  const Vec3f above{1.02f * sky.x, 0.98f * sky.y, 0.88f * sky.z};  // less blue, because of clouds and walls
  const Vec3f below = Vec3f{0.30f, 0.28f, 0.25f} * (0.35f + 0.65f * std::max(0.0f, to_sun_.z));
  const float up = 0.5f + 0.5f * normal.z;
  // Walls that face away from the sun get less of the bright part of the sky.
  const float side = 0.88f + 0.12f * (normal.x * to_sun_.x + normal.y * to_sun_.y);
  return blend(below, above, up) * side;
}

// Gradient from horizon to zenith, brighter around the sun.
Vec3f StreetSky::clear(Vec3f d) const {
  const float h = std::clamp(d.z, 0.0f, 1.0f);
  Vec3f color = blend(horizon_, zenith_, 1.0f - (1.0f - h) * (1.0f - h) * (1.0f - h));
  const float towards_sun = std::max(0.0f, dot(d, to_sun_));
  const float t2 = towards_sun * towards_sun, t4 = t2 * t2, t8 = t4 * t4;
  color += sun_ * (0.10f * t4 + 0.25f * t8 * t8);
  return color;
}

Vec3f StreetSky::radiance(Vec3f d) const {
  Vec3f color = clear(d);
  if (d.z > 0.01f && cloud_cover_ > 0.0f) {
    // Clouds: fractal noise on a plane above the street.
    const float scale = 1.0f / (d.z + 0.12f);
    const float u = d.x * scale, v = d.y * scale;
    float n = 0, amplitude = 0.5f;
    for (uint32_t octave = 0; octave < 6; ++octave, amplitude *= 0.52f) {
      const float f = static_cast<float>(1u << octave);
      n += amplitude * street::value_noise(u * f + 7.3f, v * f, seed_ + octave);
    }
    const float cover = street::ramp(n, 0.74f - 0.42f * cloud_cover_, 0.92f - 0.36f * cloud_cover_);
    const float shade = street::ramp(n, 0.4f, 0.95f);
    const Vec3f cloud = blend(Vec3f{1.25f, 1.22f, 1.2f}, Vec3f{0.62f, 0.66f, 0.72f}, shade);
    color = blend(color, cloud, cover * street::ramp(d.z, 0.01f, 0.14f));
  }
  // The disc of the sun.
  if (dot(d, to_sun_) > 0.99995f) color += sun_ * 6.0f;
  return color;
}

Vec3f StreetSky::through_haze(Vec3f radiance, Vec3f d, float distance_m) const {
  // Exponential haze with a scale of 1400 m, in the colour of the sky just above the horizon.
  const float haze = 1.0f - std::exp(-distance_m / 1400.0f);
  return blend(radiance, clear({d.x, d.y, 0.02f}), haze);
}

}  // namespace gs::synth
