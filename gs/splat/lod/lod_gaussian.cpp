// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/lod/lod_gaussian.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gs/core/expect.h"
#include "gs/geometry/symmetric_eigen.h"

namespace gs::splat::lod {
namespace {

constexpr float kThomsenPower = 1.6075f;
constexpr float kMinLogAlpha = -40;

Vec3f held_log_scale(Vec3f s) {
  const auto hold = [](float v) { return std::clamp(v, -kMaxLogScale, kMaxLogScale); };
  return {hold(s.x), hold(s.y), hold(s.z)};
}

// Adds weight * (R diag(s^2) R^T + d d^T) to the upper triangle of `covariance`.
void add_covariance(const LodGaussian& gaussian, Vec3d d, double weight, Mat3d& covariance) {
  const Vec3f s = held_log_scale(gaussian.log_scale);
  const double variance[3] = {weight * std::exp(2.0 * s.x), weight * std::exp(2.0 * s.y), weight * std::exp(2.0 * s.z)};
  const Quaternionf& q = gaussian.rotation;
  const Mat3d r = to_matrix(Quaterniond{q.x, q.y, q.z, q.w});
  const double offset[3] = {d.x, d.y, d.z};
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      double sum = weight * offset[i] * offset[j];
      for (int k = 0; k < 3; ++k) sum += r.m[i][k] * r.m[j][k] * variance[k];
      covariance.m[i][j] += sum;
    }
  }
}

// Scales and rotation of a covariance given by its upper triangle.
void set_shape(Mat3d covariance, LodGaussian& gaussian) {
  covariance.m[1][0] = covariance.m[0][1];
  covariance.m[2][0] = covariance.m[0][2];
  covariance.m[2][1] = covariance.m[1][2];
  SymmetricEigen eigen = symmetric_eigen(covariance);
  const auto log_scale = [&](std::size_t k) {
    return static_cast<float>(0.5 * std::log(std::max(eigen.values[k], kMinMergedVariance)));
  };
  gaussian.log_scale = {log_scale(0), log_scale(1), log_scale(2)};
  // Jacobi rotations have determinant 1, so the axes are right-handed already.
  const Quaterniond q = to_quaternion(eigen.vectors);
  gaussian.rotation = normalized(
      Quaternionf{static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)});
}

}  // namespace

float log_surface_area(Vec3f log_scale) {
  const Vec3f s = held_log_scale(log_scale);
  const float ab = s.x + s.y, ac = s.x + s.z, bc = s.y + s.z;
  const float largest = std::max({ab, ac, bc});
  const float sum = std::exp(kThomsenPower * (ab - largest)) + std::exp(kThomsenPower * (ac - largest)) +
                    std::exp(kThomsenPower * (bc - largest));
  constexpr float kLog4Pi = 2.5310242469692907f;
  return kLog4Pi + largest + std::log(sum / 3.0f) / kThomsenPower;
}

float feature_size(const LodGaussian& gaussian) {
  const Vec3f s = held_log_scale(gaussian.log_scale);
  const float size = 2 * std::exp(std::max({s.x, s.y, s.z}));
  if (gaussian.alpha <= 1) return size;
  return size * std::sqrt(1 + std::numbers::e_v<float> * std::log(gaussian.alpha));
}

LodGaussian merge(std::span<const LodGaussian> members, std::span<double> weights) {
  GS_EXPECT(!members.empty() && weights.size() == members.size());
  // Logarithms of area times alpha, relative to the largest, so that no weight overflows.
  double largest = -1e9;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const float log_alpha = members[i].alpha > 0 ? std::log(members[i].alpha) : kMinLogAlpha;
    weights[i] = static_cast<double>(log_surface_area(members[i].log_scale)) + std::max(log_alpha, kMinLogAlpha);
    largest = std::max(largest, weights[i]);
  }
  double sum = 0;
  for (double& weight : weights) sum += weight = std::exp(weight - largest);
  for (double& weight : weights) weight /= sum;
  // Offsets from the first member keep the digits of positions far from the origin.
  const Vec3d origin = cast<double>(members[0].position);
  Vec3d mean{};
  for (std::size_t i = 0; i < members.size(); ++i) {
    mean = mean + (cast<double>(members[i].position) - origin) * weights[i];
  }
  Mat3d covariance{};
  for (std::size_t i = 0; i < members.size(); ++i) {
    add_covariance(members[i], cast<double>(members[i].position) - origin - mean, weights[i], covariance);
  }
  LodGaussian merged{.position = cast<float>(origin + mean)};
  set_shape(covariance, merged);
  const double log_alpha = largest + std::log(sum) - static_cast<double>(log_surface_area(merged.log_scale));
  merged.alpha = std::clamp(static_cast<float>(std::exp(log_alpha)), kMinMergedAlpha, kMaxMergedAlpha);
  return merged;
}

}  // namespace gs::splat::lod
