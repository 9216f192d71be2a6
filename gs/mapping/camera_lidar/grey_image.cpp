// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/camera_lidar/grey_image.h"

#include <algorithm>
#include <cmath>

#include "gs/core/expect.h"

namespace gs::mapping {
namespace {

std::size_t pixel_index(int width, int x, int y) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
}

// Binomial filter 1 2 1 in both directions; the border repeats its pixels.
RankImage smoothed(const RankImage& in) {
  RankImage across = in, out = in;
  for (int y = 0; y < in.height; ++y) {
    for (int x = 0; x < in.width; ++x) {
      const float left = in.values[pixel_index(in.width, std::max(x - 1, 0), y)];
      const float right = in.values[pixel_index(in.width, std::min(x + 1, in.width - 1), y)];
      across.values[pixel_index(in.width, x, y)] =
          0.25f * (left + right) + 0.5f * in.values[pixel_index(in.width, x, y)];
    }
  }
  for (int y = 0; y < in.height; ++y) {
    for (int x = 0; x < in.width; ++x) {
      const float above = across.values[pixel_index(in.width, x, std::max(y - 1, 0))];
      const float below = across.values[pixel_index(in.width, x, std::min(y + 1, in.height - 1))];
      out.values[pixel_index(in.width, x, y)] =
          0.25f * (above + below) + 0.5f * across.values[pixel_index(in.width, x, y)];
    }
  }
  return out;
}

}  // namespace

GreyImage grey_of_rgb(int width, int height, std::span<const uint8_t> rgb) {
  GreyImage out{width, height, {}};
  out.pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (std::size_t i = 0; i < out.pixels.size() && 3 * i + 2 < rgb.size(); ++i) {
    const uint8_t* p = rgb.data() + 3 * i;
    // The weights in 256ths; their sum is 256, so that white stays 255.
    out.pixels[i] = static_cast<uint8_t>((p[0] * 77 + p[1] * 150 + p[2] * 29) >> 8);
  }
  return out;
}

void fill_unseen(GreyImage& image, std::span<const uint8_t> seen) {
  GS_EXPECT(seen.size() == image.pixels.size());
  std::vector<int> rows;  // with a seen pixel
  for (int y = 0; y < image.height; ++y) {
    int last = -1;  // the seen pixel before
    for (int x = 0; x < image.width; ++x) {
      if (seen[pixel_index(image.width, x, y)] == 0) continue;
      for (int k = last + 1; k < x; ++k) {
        const int nearest = last >= 0 && k - last <= x - k ? last : x;
        image.pixels[pixel_index(image.width, k, y)] = image.pixels[pixel_index(image.width, nearest, y)];
      }
      last = x;
    }
    if (last < 0) continue;
    for (int k = last + 1; k < image.width; ++k) {
      image.pixels[pixel_index(image.width, k, y)] = image.pixels[pixel_index(image.width, last, y)];
    }
    rows.push_back(y);
  }
  for (int y = 0; y < image.height && !rows.empty(); ++y) {
    const auto nearest =
        std::ranges::min_element(rows, {}, [&](int row) { return row > y ? 2 * (row - y) + 1 : 2 * (y - row); });
    if (*nearest == y) continue;
    std::copy_n(image.pixels.data() + pixel_index(image.width, 0, *nearest), image.width,
                image.pixels.data() + pixel_index(image.width, 0, y));
  }
}

std::vector<uint8_t> halved_seen(std::span<const uint8_t> seen, int width, int height) {
  const int half_width = width / 2, half_height = height / 2;
  std::vector<uint8_t> out(static_cast<std::size_t>(half_width) * static_cast<std::size_t>(half_height));
  for (int y = 0; y < half_height; ++y) {
    for (int x = 0; x < half_width; ++x) {
      const std::size_t at = pixel_index(width, 2 * x, 2 * y), below = at + static_cast<std::size_t>(width);
      out[pixel_index(half_width, x, y)] = std::min({seen[at], seen[at + 1], seen[below], seen[below + 1]});
    }
  }
  return out;
}

RankImage::Sampled RankImage::at(double x, double y) const {
  const double last_x = width - 1, last_y = height - 1;
  const bool inside = x >= 0 && y >= 0 && x <= last_x && y <= last_y;
  x = std::clamp(x, 0.0, last_x), y = std::clamp(y, 0.0, last_y);
  // On the last row and column the pixel before is the first of the two, with the whole weight on the second.
  const int x0 = std::min(static_cast<int>(x), std::max(width - 2, 0));
  const int y0 = std::min(static_cast<int>(y), std::max(height - 2, 0));
  const int x1 = std::min(x0 + 1, width - 1), y1 = std::min(y0 + 1, height - 1);
  const float fx = static_cast<float>(x - x0), fy = static_cast<float>(y - y0);
  const float a = values[pixel_index(width, x0, y0)], b = values[pixel_index(width, x1, y0)];
  const float c = values[pixel_index(width, x0, y1)], d = values[pixel_index(width, x1, y1)];
  Sampled out{.value = (1 - fy) * ((1 - fx) * a + fx * b) + fy * ((1 - fx) * c + fx * d)};
  if (inside) out.dx = (1 - fy) * (b - a) + fy * (d - c), out.dy = (1 - fx) * (c - a) + fx * (d - b);
  return out;
}

GreyRanks ranks_of(const std::array<uint64_t, 256>& counts) {
  double all = 0;
  for (const uint64_t count : counts) all += static_cast<double>(count);
  // The rank of a value is the share of darker pixels plus half of the equal ones.
  GreyRanks rank{};
  double darker = 0;
  for (std::size_t i = 0; i < 256; ++i) {
    const double share = static_cast<double>(counts[i]) / std::max(all, 1.0);
    rank[i] = static_cast<float>(darker + 0.5 * share);
    darker += share;
  }
  return rank;
}

RankImage ranked(const GreyImage& image, const GreyRanks& ranks) {
  RankImage out{image.width, image.height, {}};
  out.values.reserve(image.pixels.size());
  for (const uint8_t pixel : image.pixels) out.values.push_back(ranks[pixel]);
  return smoothed(out);
}

RankImage halved(const RankImage& image) {
  const RankImage smooth = smoothed(image);
  RankImage out{image.width / 2, image.height / 2, {}};
  out.values.resize(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height));
  for (int y = 0; y < out.height; ++y) {
    for (int x = 0; x < out.width; ++x) {
      const std::size_t at = pixel_index(image.width, 2 * x, 2 * y);
      const auto below = at + static_cast<std::size_t>(image.width);
      out.values[pixel_index(out.width, x, y)] =
          0.25f * (smooth.values[at] + smooth.values[at + 1] + smooth.values[below] + smooth.values[below + 1]);
    }
  }
  return out;
}

CameraD halved(const CameraD& camera) {
  CameraD out = camera;
  out.width /= 2, out.height /= 2;
  out.fx *= 0.5, out.fy *= 0.5;
  // Pixel centres are at integers.
  out.cx = 0.5 * (camera.cx + 0.5) - 0.5, out.cy = 0.5 * (camera.cy + 0.5) - 0.5;
  return out;
}

}  // namespace gs::mapping
