// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/odometry/sweep_descriptor.h"

#include <algorithm>
#include <cmath>

#include "gs/core/numbers/math.h"

namespace gs::mapping {
namespace {

constexpr int kRings = SweepDescriptor::kRings, kSectors = SweepDescriptor::kSectors;
constexpr int kMinShared = 20;
// The ground is the height below which one point in twenty lies.
constexpr double kGroundShare = 0.05;

float ground_height(const PointBuffer& points) {
  std::vector<float> z = points.z;
  const auto low = z.begin() + static_cast<std::ptrdiff_t>(kGroundShare * static_cast<double>(z.size()));
  std::nth_element(z.begin(), low, z.end());
  return *low;
}

}  // namespace

SweepDescriptor describe_sweep(const PointBuffer& points) {
  SweepDescriptor out;
  if (points.size() == 0) return out;
  const float ground_m = ground_height(points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double range = std::hypot(points.x[i], points.y[i]);
    if (!(range < SweepDescriptor::kRadius_m)) continue;  // false for points that are not finite
    const double turn = std::atan2(points.y[i], points.x[i]) / (2 * kPi) + 0.5;
    const int sector = std::min(kSectors - 1, static_cast<int>(turn * kSectors));
    const int ring = static_cast<int>(range / SweepDescriptor::kRadius_m * kRings);
    float& height = out.height_m[static_cast<std::size_t>(sector)][static_cast<std::size_t>(ring)];
    height = std::max(height, points.z[i] - ground_m);
  }
  return out;
}

DescriptorMatch compare(const SweepDescriptor& a, const SweepDescriptor& b) {
  std::array<double, kSectors> norm_a{}, norm_b{};
  for (std::size_t s = 0; s < kSectors; ++s) {
    for (std::size_t r = 0; r < kRings; ++r) {
      norm_a[s] += square(static_cast<double>(a.height_m[s][r]));
      norm_b[s] += square(static_cast<double>(b.height_m[s][r]));
    }
  }
  DescriptorMatch best;
  // A vehicle turned by k sectors to the left sees everything k sectors further to the right.
  for (std::size_t shift = 0; shift < kSectors; ++shift) {
    double sum = 0;
    int shared = 0;
    for (std::size_t s = 0; s < kSectors; ++s) {
      const std::size_t other = (s + shift) % kSectors;
      // An empty sector has no direction to compare.
      if (norm_a[other] <= 0 || norm_b[s] <= 0) continue;
      double product = 0;
      for (std::size_t r = 0; r < kRings; ++r) {
        product += static_cast<double>(a.height_m[other][r]) * static_cast<double>(b.height_m[s][r]);
      }
      sum += 1 - product / std::sqrt(norm_a[other] * norm_b[s]);
      ++shared;
    }
    if (shared < kMinShared || sum / shared >= best.distance) continue;
    best.distance = sum / shared;
    best.yaw_rad = std::remainder(2 * kPi * static_cast<double>(shift) / kSectors, 2 * kPi);
  }
  return best;
}

}  // namespace gs::mapping
