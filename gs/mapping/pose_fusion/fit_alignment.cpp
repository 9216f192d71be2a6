// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "gs/mapping/pose_fusion/fuse_poses.h"

namespace gs::mapping {
namespace {

constexpr int kIterations = 20;
// A yaw needs fixes that are spread over several times their own error.
constexpr double kLeastSpread_m = 5;

struct Pair {
  Vec3d in_map, in_enu, sigma;
};

double weight_of(const Pair& pair, const Alignment& a) {
  const Vec3d off = pair.in_map - a * pair.in_enu;
  const double s = square(off.x / pair.sigma.x) + square(off.y / pair.sigma.y);
  return robust_weight({KernelShape::cauchy, 2}, s) / square(pair.sigma.x);
}

}  // namespace

std::optional<AlignmentFit> fit_alignment(const Trajectory& path, const std::vector<PositionFix>& fixes,
                                          Vec3d antenna_in_base) {
  std::vector<Pair> pairs;
  for (const PositionFix& fix : fixes) {
    if (const auto pose = path.at(fix.stamp))
      pairs.push_back({*pose * antenna_in_base, fix.position_in_enu, fix.sigma_m});
  }
  if (pairs.size() < 2) return std::nullopt;
  // Weighted rigid fit in the plane (Umeyama 1991): the yaw from the sums of dot and cross products about the
  // centroids.
  Alignment fit;
  std::vector<double> weights(pairs.size(), 1);
  for (int k = 0; k < kIterations; ++k) {
    Vec3d map_mean{}, enu_mean{};
    double sum = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      map_mean += pairs[i].in_map * weights[i], enu_mean += pairs[i].in_enu * weights[i], sum += weights[i];
    }
    map_mean = map_mean / sum, enu_mean = enu_mean / sum;
    double along = 0, across = 0, spread = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Vec3d a = pairs[i].in_enu - enu_mean, b = pairs[i].in_map - map_mean;
      along += weights[i] * (a.x * b.x + a.y * b.y), across += weights[i] * (a.x * b.y - a.y * b.x);
      spread += weights[i] * (b.x * b.x + b.y * b.y);
    }
    if (spread < sum * square(kLeastSpread_m)) return std::nullopt;
    fit.yaw_rad = std::atan2(across, along);
    fit.translation = map_mean - fit.rotation() * enu_mean;
    for (std::size_t i = 0; i < pairs.size(); ++i) weights[i] = weight_of(pairs[i], fit);
  }
  double squares = 0, sum = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Vec3d off = pairs[i].in_map - fit * pairs[i].in_enu;
    squares += weights[i] * (off.x * off.x + off.y * off.y), sum += weights[i];
  }
  return AlignmentFit{fit, std::sqrt(squares / sum), pairs.size()};
}

}  // namespace gs::mapping
