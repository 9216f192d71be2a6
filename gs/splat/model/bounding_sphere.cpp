// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/model/bounding_sphere.h"

#include <algorithm>
#include <cmath>

namespace gs::splat {
namespace {

constexpr double kReach = 3.4;  // standard deviations: alpha of the most opaque splat falls below 1/255 there

}  // namespace

BoundingSphere bounding_sphere(CloudView cloud, std::span<const uint32_t> gaussians) {
  if (gaussians.empty()) return {};
  // Around the centre of the bounding box.
  Vec3d low{1e30, 1e30, 1e30}, high{-1e30, -1e30, -1e30};
  for (const uint32_t k : gaussians) {
    const Vec3d p = cast<double>(cloud.position_of(k));
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const Vec3d center = (low + high) * 0.5;
  double radius = 0;
  for (const uint32_t k : gaussians) {
    const Vec3f s = cloud.log_scale_of(k);
    const double sigma = std::exp(static_cast<double>(std::max({s.x, s.y, s.z})));
    radius = std::max(radius, norm(cast<double>(cloud.position_of(k)) - center) + kReach * sigma);
  }
  // A huge scale gives a radius that no float holds. The margin is for the rounding of centre and radius to float.
  const auto f = [](double x) { return static_cast<float>(std::min(x, 1e30)); };
  return {{f(center.x), f(center.y), f(center.z)}, f(radius * 1.0001 + 1e-4)};
}

bool is_usable(CloudView cloud, std::size_t i) {
  const Vec3f p = cloud.position_of(i), s = cloud.log_scale_of(i);
  const Quaternionf q = cloud.rotation_of(i);
  return is_finite(p) && is_finite(s) && std::isfinite(norm(q)) && norm(q) > 0.0f &&
         std::isfinite(cloud.opacity_logit[i]);
}

std::vector<uint32_t> usable_gaussians(CloudView cloud) {
  std::vector<uint32_t> usable;
  for (std::size_t i = 0; i < cloud.size; ++i) {
    if (is_usable(cloud, i)) usable.push_back(static_cast<uint32_t>(i));
  }
  return usable;
}

}  // namespace gs::splat
