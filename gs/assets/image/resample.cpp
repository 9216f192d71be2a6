// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/image/resample.h"

#include <algorithm>
#include <cmath>

namespace gs::assets {
namespace {

// Source samples of one output sample and their weights: a triangle around its centre.
struct Taps {
  int first = 0;
  std::vector<float> weights;
};

// Filter along one axis. The triangle is one sample wide when enlarging and grows with the scale when reducing.
std::vector<Taps> taps_of(int from, int to) {
  const double scale = static_cast<double>(from) / to, reach = std::max(scale, 1.0);
  std::vector<Taps> all;
  for (int i = 0; i < to; ++i) {
    // Both images cover the same area, and sample i of each covers [i, i + 1], counted in its own samples.
    const double centre = (i + 0.5) * scale - 0.5;
    const int first = std::max(0, static_cast<int>(std::ceil(centre - reach)));
    const int last = std::min(from - 1, static_cast<int>(std::floor(centre + reach)));
    Taps taps{.first = first};
    double sum = 0;
    for (int k = first; k <= last; ++k) {
      const double weight = std::max(0.0, 1.0 - std::abs(k - centre) / reach);
      taps.weights.push_back(static_cast<float>(weight));
      sum += weight;
    }
    for (float& weight : taps.weights) weight /= static_cast<float>(sum);
    all.push_back(std::move(taps));
  }
  return all;
}

}  // namespace

Image resampled(const Image& image, int width, int height) {
  GS_EXPECT(!image.empty() && image.bytes_per_sample == 1 && width > 0 && height > 0);
  if (image.width == width && image.height == height) return image;
  const auto channels = static_cast<std::size_t>(image.channels), row = static_cast<std::size_t>(width) * channels;
  const std::vector<Taps> across = taps_of(image.width, width), down = taps_of(image.height, height);
  std::vector<float> rows(row * static_cast<std::size_t>(image.height));  // resampled horizontally, not yet vertically
  // Horizontal pass into floats, then vertical pass with rounding.
  for (int y = 0; y < image.height; ++y) {
    const uint8_t* from = image.row(y);
    float* to = rows.data() + row * static_cast<std::size_t>(y);
    for (const Taps& taps : across) {
      for (std::size_t c = 0; c < channels; ++c) {
        const uint8_t* sample = from + static_cast<std::size_t>(taps.first) * channels + c;
        float sum = 0;
        for (const float weight : taps.weights) sum += weight * static_cast<float>(*sample), sample += channels;
        *to++ = sum;
      }
    }
  }
  Image out = Image::make(width, height, image.channels);
  std::vector<float> line(row);
  for (int y = 0; y < height; ++y) {
    std::fill(line.begin(), line.end(), 0.5f);  // rounds to nearest
    const Taps& taps = down[static_cast<std::size_t>(y)];
    for (std::size_t k = 0; k < taps.weights.size(); ++k) {
      const float* from = rows.data() + row * (static_cast<std::size_t>(taps.first) + k);
      for (std::size_t i = 0; i < row; ++i) line[i] += taps.weights[k] * from[i];
    }
    std::transform(line.begin(), line.end(), out.row(y),
                   [](float v) { return static_cast<uint8_t>(std::clamp(v, 0.0f, 255.0f)); });
  }
  return out;
}

}  // namespace gs::assets
