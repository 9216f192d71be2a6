// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/d435i/d435i_image.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"

namespace gs::synth {
namespace {

constexpr std::size_t kNoiseCount = 1 << 20;
constexpr double kColorNoise = 1.5;  // standard deviation in grey levels, as in daylight
constexpr double kDepthNoise = 2.0;  // standard deviation in mm at one metre
constexpr uint32_t kTravel = 512;    // columns over which the camera pans
constexpr uint64_t kPeriod = 240;    // frames of a full cycle of the pan

// Table of normal noise, from which every row takes a random section.
std::vector<int8_t> make_noise(uint64_t seed, double sigma) {
  std::vector<int8_t> noise(kNoiseCount);
  parallel_for(kNoiseCount, [&](std::size_t i) {
    Random random(seed, purpose("d435i_noise"), i);
    noise[i] = static_cast<int8_t>(std::clamp(std::lround(random.normal(0, sigma)), -100L, 100L));
  });
  return noise;
}

// Start of a row's section in the noise table; `need` values follow.
const int8_t* row_noise(const std::vector<int8_t>& noise, uint64_t seed, uint64_t frame, uint32_t row,
                        std::size_t need) {
  Random random(seed, purpose("d435i_row"), frame << 20 | row);
  return noise.data() + random.below(static_cast<uint32_t>(noise.size() - need));
}

// Horizontal shift of an image [columns]: a triangle wave over kPeriod frames.
uint32_t shift_of(uint64_t frame) {
  const uint64_t phase = frame % kPeriod;
  const uint64_t there = phase < kPeriod / 2 ? phase : kPeriod - phase;
  return static_cast<uint32_t>(there * kTravel / (kPeriod / 2));
}

// Colour at (x, y), in image widths and heights: a partly overexposed sky, facades with windows, a road. Gives smooth
// areas, edges and saturation.
void street_color(double x, double y, uint8_t* rgb) {
  double value[3];
  if (y < 0.35) {
    const double sun = std::exp(-8 * ((x - 1.0) * (x - 1.0) + y * y));
    const double sky[3] = {150 + 90 * y, 185 + 60 * y, 235};
    for (int c = 0; c < 3; ++c) value[c] = sky[c] + 170 * sun;
  } else if (y < 0.7) {
    const bool window = std::fmod(x * 12, 1.0) > 0.55 && std::fmod(y * 14, 1.0) > 0.5;
    const double shade = 30 * std::sin(x * 5) + 12 * std::sin(x * 160) * std::sin(y * 130);
    const double wall[3] = {150 + shade, 120 + shade, 95 + shade};
    const double glass[3] = {40 + 20 * y, 50 + 25 * y, 65};
    for (int c = 0; c < 3; ++c) value[c] = window ? glass[c] : wall[c];
  } else {
    const bool marking = std::abs(y - 0.85) < 0.012 && std::fmod(x * 8, 1.0) > 0.5;
    const double grey = marking ? 245 : 85 + 25 * (y - 0.7) + 6 * std::sin(x * 400) * std::sin(y * 300);
    for (int c = 0; c < 3; ++c) value[c] = grey;
  }
  for (int c = 0; c < 3; ++c) rgb[c] = static_cast<uint8_t>(std::clamp(std::lround(value[c]), 0L, 255L));
}

}  // namespace

ColorCamera::ColorCamera(uint32_t width, uint32_t height, uint64_t seed)
    : width_(width),
      height_(height),
      texture_width_(width + kTravel),
      seed_(seed),
      texture_(std::size_t{3} * texture_width_ * height),
      noise_(make_noise(seed, kColorNoise)) {
  parallel_for(
      height,
      [&](std::size_t y) {
        for (std::size_t x = 0; x < texture_width_; ++x) {
          street_color(static_cast<double>(x) / width_, static_cast<double>(y) / height_,
                       texture_.data() + (y * texture_width_ + x) * 3);
        }
      },
      8);
}

void ColorCamera::render(uint64_t frame, std::vector<uint8_t>& out) const {
  const std::size_t row_bytes = std::size_t{width_} * 3;
  out.resize(row_bytes * height_);
  const std::size_t shift = shift_of(frame);
  parallel_for(
      height_,
      [&](std::size_t y) {
        const int8_t* noise = row_noise(noise_, seed_, frame, static_cast<uint32_t>(y), row_bytes);
        const uint8_t* from = texture_.data() + (y * texture_width_ + shift) * 3;
        uint8_t* to = out.data() + y * row_bytes;
        for (std::size_t i = 0; i < row_bytes; ++i) {
          to[i] = static_cast<uint8_t>(std::clamp(from[i] + noise[i], 0, 255));
        }
      },
      16);
}

DepthCamera::DepthCamera(uint32_t width, uint32_t height, uint64_t seed)
    : width_(width),
      height_(height),
      scene_width_(width + kTravel),
      seed_(seed),
      scene_(std::size_t{scene_width_} * height),
      noise_(make_noise(seed + 1, kDepthNoise)) {
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < scene_width_; ++x) {
      const double u = static_cast<double>(x) / width, v = static_cast<double>(y) / height;
      double depth_mm = v < 0.35 ? 0 : v < 0.7 ? 4000 + 1500 * std::sin(u * 3) : 1500 / std::max(v - 0.5, 0.2);
      // No measurement in stereo shadows beside near edges, and in a patch without texture.
      if (std::fmod(u * 12, 1.0) > 0.97 || (u > 0.4 && u < 0.5 && v > 0.4 && v < 0.6)) depth_mm = 0;
      scene_[y * scene_width_ + x] = static_cast<uint16_t>(depth_mm);
    }
  }
}

void DepthCamera::render(uint64_t frame, std::vector<uint8_t>& out) const {
  out.resize(std::size_t{2} * width_ * height_);
  const std::size_t shift = shift_of(frame);
  parallel_for(
      height_,
      [&](std::size_t y) {
        const int8_t* noise = row_noise(noise_, seed_, frame, static_cast<uint32_t>(y), width_);
        const uint16_t* from = scene_.data() + y * scene_width_ + shift;
        uint8_t* to = out.data() + y * width_ * 2;
        for (std::size_t i = 0; i < width_; ++i) {
          // Depth noise grows with the distance; a measured depth never becomes 0, which means "no measurement".
          const int depth = from[i] == 0 ? 0 : std::max(from[i] + noise[i] * from[i] / 1000, 1);
          const auto value = static_cast<uint16_t>(depth);
          std::memcpy(to + 2 * i, &value, 2);
        }
      },
      16);
}

}  // namespace gs::synth
