// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/loss/geometry_loss.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "gs/core/parallel.h"
#include "gs/splat/kernel/ray_depth.h"
#include "gs/splat/train/loss/depth_kernel.h"
#include "gs/splat/train/loss/sky_kernel.h"

namespace gs::splat::train {
namespace {

// Minimum alpha of a pixel for reported depth errors; the loss uses kLeastDepthAlpha.
constexpr float kCoveredAlpha = 0.5f;

// Index of the sample's pixel; empty outside the image and for invalid depth.
std::optional<std::size_t> pixel_of(const ConstPlanes& image, const DepthSample& sample) {
  const long x = std::lround(sample.x), y = std::lround(sample.y);
  if (x < 0 || y < 0 || x >= image.width || y >= image.height || !(sample.depth_m > 0)) return {};
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x);
}

}  // namespace

double add_depth_loss(const ConstPlanes& image, std::span<const DepthSample> samples, double weight,
                      const Planes& gradient) {
  struct Seen {
    std::size_t pixel;
    float inverse;  // 1 / measured depth [1/m]
  };
  std::vector<Seen> seen;
  seen.reserve(samples.size());
  for (const DepthSample& sample : samples) {
    const auto pixel = pixel_of(image, sample);
    if (pixel && image.alpha[*pixel] >= kLeastDepthAlpha) seen.push_back({*pixel, 1 / sample.depth_m});
  }
  if (seen.empty()) return 0;
  // expected = depth / alpha, so d(expected)/d(depth) = 1 / alpha and d(expected)/d(alpha) = -expected / alpha.
  const auto scale = static_cast<float>(weight / static_cast<double>(seen.size()));
  double sum = 0;
  for (const Seen& s : seen) {  // sequential: two samples may share a pixel
    const float alpha = image.alpha[s.pixel], expected = image.depth[s.pixel] / alpha;
    sum += static_cast<double>(depth_loss(expected, s.inverse));
    const auto by = depth_loss_vjp(alpha, expected, s.inverse, scale);
    gradient.depth[s.pixel] += by.by_depth;
    gradient.alpha[s.pixel] += by.by_alpha;
  }
  return sum / static_cast<double>(seen.size());
}

double add_sky_loss(const ConstPlanes& image, const SkyPixels& pixels, double weight, const Planes& gradient) {
  const auto width = static_cast<std::size_t>(image.width), height = static_cast<std::size_t>(image.height);
  const auto inverse_far = static_cast<float>(1 / pixels.far_m);
  const double count = static_cast<double>(width * height);
  const auto scale = static_cast<float>(weight / count);
  // A pixel belongs to one block of rows, so the gradients are written without a race; the parts are added in a fixed
  // order.
  const double sum = parallel_reduce(
      height, 8, 0.0,
      [&](std::size_t begin, std::size_t end) {
        double part = 0;
        for (std::size_t i = begin * width; i < end * width; ++i) {
          if (pixels.sky[i] == 0 || (pixels.mask != nullptr && pixels.mask[i] == 0)) continue;
          const std::size_t column = i % width, row = i / width;
          const Vec2f pixel{static_cast<float>(column), static_cast<float>(row)};
          const float stretch = pixels.camera != nullptr ? distance_per_depth(*pixels.camera, pixel) : 1.0f;
          const SkyTerm term = sky_term(image.depth[i], stretch, inverse_far);
          part += static_cast<double>(term.missing);
          gradient.depth[i] += scale * term.by_depth;
        }
        return part;
      },
      [](double a, double b) { return a + b; });
  return sum / count;
}

std::vector<float> depth_errors(const ConstPlanes& image, std::span<const DepthSample> samples) {
  std::vector<float> errors;
  for (const DepthSample& sample : samples) {
    const auto pixel = pixel_of(image, sample);
    if (!pixel || image.alpha[*pixel] < kCoveredAlpha) continue;
    errors.push_back(std::fabs(image.depth[*pixel] / image.alpha[*pixel] - sample.depth_m));
  }
  return errors;
}

}  // namespace gs::splat::train
