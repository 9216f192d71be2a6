// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/object_cloud.h"

#include <algorithm>
#include <array>

#include "gs/core/expect.h"
#include "gs/geometry/symmetric_eigen.h"
#include "gs/mapping/actors/point_gate.h"

namespace gs::mapping {
namespace {

constexpr float kAround_m = 0.4f;       // neighbours that make a surface
constexpr std::size_t kNeighbours = 3;  // and the fewest of them
constexpr double kNoise_m = 0.03;       // thickness of a surface by noise and curvature
constexpr double kTells = 0.04;         // directions with less weight tell nothing of a motion

// Covariance of the points around point i; empty with too few of them.
std::optional<Mat3d> covariance_around(const ObjectCloud& cloud, std::size_t i, float around_m) {
  std::array<double, 9> sums{};  // x, y, z, xx, xy, xz, yy, yz, zz
  double count = 0;
  for (std::size_t j = 0; j < cloud.size(); ++j) {
    const float dx = cloud.x[j] - cloud.x[i], dy = cloud.y[j] - cloud.y[i], dz = cloud.z[j] - cloud.z[i];
    if (dx * dx + dy * dy + dz * dz > around_m * around_m) continue;
    const double x = dx, y = dy, z = dz;
    const std::array<double, 9> own{x, y, z, x * x, x * y, x * z, y * y, y * z, z * z};
    for (std::size_t k = 0; k < own.size(); ++k) sums[k] += own[k];
    ++count;
  }
  if (count < static_cast<double>(kNeighbours + 1)) return std::nullopt;
  for (double& sum : sums) sum /= count;
  const auto& s = sums;
  const double xy = s[4] - s[0] * s[1], xz = s[5] - s[0] * s[2], yz = s[7] - s[1] * s[2];
  return Mat3d::from_rows({s[3] - s[0] * s[0], xy, xz}, {xy, s[6] - s[1] * s[1], yz}, {xz, yz, s[8] - s[2] * s[2]});
}

// Sum of weight k times the outer product of eigenvector k.
Symmetric3 weighted(const SymmetricEigen& axes, std::array<double, 3> weights) {
  std::array<double, 6> m{};
  for (int k = 0; k < 3; ++k) {
    const Vec3d v = axes.vectors.column(k);
    const double w = weights[static_cast<std::size_t>(k)];
    m[0] += w * v.x * v.x, m[1] += w * v.x * v.y, m[2] += w * v.x * v.z;
    m[3] += w * v.y * v.y, m[4] += w * v.y * v.z, m[5] += w * v.z * v.z;
  }
  const auto f = [&](std::size_t i) { return static_cast<float>(m[i]); };
  return {f(0), f(1), f(2), f(3), f(4), f(5)};
}

// A direction in which the neighbourhood has the variance v gets the weight (noise^2 / (v + noise^2))^2: the surface
// may be a plane, a line or a single point (the idea of GICP, Segal et al. 2009).
void add_surfaces(ObjectCloud& cloud) {
  const Symmetric3 point{1, 0, 0, 1, 0, 1};
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    auto covariance = covariance_around(cloud, i, kAround_m);
    if (!covariance) covariance = covariance_around(cloud, i, 2 * kAround_m);  // far objects, corners
    if (!covariance) {
      cloud.surface.push_back(point);
      cloud.kept.push_back(point);
      continue;
    }
    const SymmetricEigen axes = symmetric_eigen(*covariance);
    std::array<double, 3> weights{}, telling{};
    for (std::size_t k = 0; k < 3; ++k) {
      const double share = kNoise_m * kNoise_m / (std::max(axes.values[k], 0.0) + kNoise_m * kNoise_m);
      weights[k] = share * share;
      telling[k] = weights[k] < kTells ? 0 : weights[k];
    }
    cloud.surface.push_back(weighted(axes, weights)), cloud.kept.push_back(weighted(axes, telling));
  }
}

}  // namespace

void ObjectCloud::thin(std::size_t most) {
  const std::size_t step = (size() + most - 1) / most;
  std::size_t kept_points = 0;
  for (std::size_t i = 0; i < size(); i += step, ++kept_points) {
    x[kept_points] = x[i], y[kept_points] = y[i], z[kept_points] = z[i], after_s[kept_points] = after_s[i];
  }
  for (auto* column : {&x, &y, &z, &after_s}) {
    column->resize(kept_points);
    column->shrink_to_fit();
  }
  surface = {}, kept = {};
}

ObjectCloud object_cloud(const Sweep& sweep, std::span<const uint32_t> indices) {
  GS_EXPECT(!indices.empty());
  const Mat3d rotation = to_matrix(sweep.map_from_base.rotation);
  const auto in_map = [&](uint32_t i) {
    return rotation * cast<double>(sweep.points[i].position_in_base) + sweep.map_from_base.translation;
  };
  ObjectCloud cloud{.points = indices.size()};
  double after_s = 0;
  for (const uint32_t i : indices) {
    cloud.mean += in_map(i) / static_cast<double>(indices.size());
    after_s += static_cast<double>(measured_after(sweep, i)) / static_cast<double>(indices.size());
  }
  cloud.stamp = sweep.stamp + Duration::from_seconds(after_s);
  cloud.low = {1e9f, 1e9f, 1e9f}, cloud.high = -cloud.low;
  const std::size_t step = (indices.size() + ObjectCloud::kMost - 1) / ObjectCloud::kMost;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    const Vec3f p = cast<float>(in_map(indices[k]) - cloud.mean);
    cloud.low = {std::min(cloud.low.x, p.x), std::min(cloud.low.y, p.y), std::min(cloud.low.z, p.z)};
    cloud.high = {std::max(cloud.high.x, p.x), std::max(cloud.high.y, p.y), std::max(cloud.high.z, p.z)};
    if (k % step != 0) continue;
    cloud.x.push_back(p.x), cloud.y.push_back(p.y), cloud.z.push_back(p.z);
    cloud.after_s.push_back(measured_after(sweep, indices[k]) - static_cast<float>(after_s));
  }
  add_surfaces(cloud);
  return cloud;
}

}  // namespace gs::mapping
