// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/actors/register_clusters.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace gs::mapping {
namespace {

constexpr float kFar_m = 0.5f;          // larger distances count as this one
constexpr double kResolution_m = 0.02;  // smallest standard deviation of a position, and of a yaw
constexpr double kResolution_rad = 0.3 * kPi / 180;
// Errors of neighbouring points are alike, so that about ten of them count as one.
constexpr double kAlike = 10, kError2 = kAlike * 0.03 * 0.03;
constexpr double kGround_m = 0.03, kTurn_rad = 0.05;  // standard deviations of height and yaw of a first estimate
constexpr double kSpread_m = 0.5;                     // standard deviation of what no point tells
constexpr double kSpread_rad = 0.15;

// Points in columns.
struct Columns {
  std::vector<float> x, y, z;
  std::size_t size() const { return x.size(); }
};

// Points of a cloud at its stamp, relative to `origin`.
Columns at_stamp(const ObjectCloud& cloud, Vec3d origin, Vec3d velocity) {
  const Vec3f shift = cast<float>(cloud.mean - origin), v = cast<float>(velocity);
  Columns out{cloud.x, cloud.y, cloud.z};
  for (std::size_t i = 0; i < out.size(); ++i) {
    out.x[i] += shift.x - v.x * cloud.after_s[i];
    out.y[i] += shift.y - v.y * cloud.after_s[i];
    out.z[i] += shift.z - v.z * cloud.after_s[i];
  }
  return out;
}

Columns moved(const Columns& points, const ClusterMotion& motion) {
  const auto c = static_cast<float>(std::cos(motion.yaw)), s = static_cast<float>(std::sin(motion.yaw));
  const Vec3f t = cast<float>(motion.translation);
  Columns out = points;
  for (std::size_t i = 0; i < out.size(); ++i) {
    out.x[i] = c * points.x[i] - s * points.y[i] + t.x;
    out.y[i] = s * points.x[i] + c * points.y[i] + t.y;
    out.z[i] = points.z[i] + t.z;
  }
  return out;
}

// Index of the nearest point of `to` for every point of `from`. A plain loop over all pairs, which the compiler turns
// into vector instructions: faster than any tree for a few hundred points.
std::vector<int32_t> nearest(const Columns& from, const Columns& to) {
  const std::size_t n = from.size();
  std::vector<float> least(n, 1e30f);
  std::vector<int32_t> index(n, 0);
  const float *px = from.x.data(), *py = from.y.data(), *pz = from.z.data();
  float* __restrict best = least.data();
  int32_t* __restrict found = index.data();
  for (std::size_t j = 0; j < to.size(); ++j) {
    const float qx = to.x[j], qy = to.y[j], qz = to.z[j];
    const auto number = static_cast<int32_t>(j);
    for (std::size_t i = 0; i < n; ++i) {
      const float dx = px[i] - qx, dy = py[i] - qy, dz = pz[i] - qz;
      const float d = dx * dx + dy * dy + dz * dz;
      const bool nearer = d < best[i];
      best[i] = nearer ? d : best[i];
      found[i] = nearer ? number : found[i];
    }
  }
  return index;
}

Vec3f times(const Symmetric3& m, Vec3f v) {
  return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
          m.xz * v.x + m.yz * v.y + m.zz * v.z};
}

// Distances of points to the surfaces at their nearest points: mean, with kFar_m as the largest, and the number below
// a limit.
struct Agreement {
  double mean_m = 0, within = 0;
};
Agreement agreement(const Columns& from, const Columns& to, const std::vector<Symmetric3>& surfaces, float within_m) {
  const std::vector<int32_t> near = nearest(from, to);
  Agreement out;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto j = static_cast<std::size_t>(near[i]);
    const Vec3f d{from.x[i] - to.x[j], from.y[i] - to.y[j], from.z[i] - to.z[j]};
    float distance = std::sqrt(std::max(0.f, dot(d, times(surfaces[j], d))));
    if (norm(d) > kFar_m) distance = kFar_m;  // beyond the surface that was seen
    out.mean_m += static_cast<double>(std::min(distance, kFar_m));
    out.within += distance <= within_m ? 1 : 0;
  }
  out.mean_m /= static_cast<double>(from.size());
  return out;
}

// Weighted normal equations of one step, and without the directions along surfaces.
struct Equations {
  Eigen::Matrix4d all = Eigen::Matrix4d::Zero(), telling = Eigen::Matrix4d::Zero();
  Eigen::Vector4d gradient = Eigen::Vector4d::Zero();
  double weights = 0, squares = 0;

  // A residual d at the turned point p, with weight w. J = [1, R'(yaw) p].
  void add(Vec3f d, Vec3f p, const Symmetric3& m, const Symmetric3& tells, double w) {
    const Vec3f turn{-p.y, p.x, 0};
    const auto rows = [&](const Symmetric3& s, Eigen::Matrix4d& out) {
      const Vec3d mu = cast<double>(times(s, turn));
      Eigen::Matrix4d h;
      h << s.xx, s.xy, s.xz, mu.x, s.xy, s.yy, s.yz, mu.y, s.xz, s.yz, s.zz, mu.z, mu.x, mu.y, mu.z,
          dot(mu, cast<double>(turn));
      out += w * h;
    };
    rows(m, all), rows(tells, telling);
    const Vec3d md = cast<double>(times(m, d));
    gradient += w * Eigen::Vector4d(md.x, md.y, md.z, dot(md, cast<double>(turn)));
    weights += w, squares += w * dot(md, cast<double>(d));
  }
};

Equations equations(const Columns& from, const Columns& to, const ObjectCloud& target, const ClusterMotion& motion,
                    double reach_m) {
  const Columns now = moved(from, motion);
  const std::vector<int32_t> near = nearest(now, to);
  const Vec3f t = cast<float>(motion.translation);
  Equations sums;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const auto j = static_cast<std::size_t>(near[i]);
    const Vec3f p{now.x[i], now.y[i], now.z[i]}, d{p.x - to.x[j], p.y - to.y[j], p.z - to.z[j]};
    const double squared = static_cast<double>(dot(d, times(target.surface[j], d)));
    if (squared >= reach_m * reach_m || norm(d) > 2 * kFar_m) continue;
    const double rest = 1 - squared / (reach_m * reach_m);  // Tukey
    sums.add(d, p - t, target.surface[j], target.kept[j], rest * rest);
  }
  return sums;
}

// Covariance s^2 (J^T W J)^-1 with a weak prior for what no point tells, and a floor.
void add_covariance(const Equations& sums, bool upright, ClusterFit& fit) {
  const double s2 = std::max(kResolution_m * kResolution_m, sums.squares / std::max(1.0, sums.weights - 4));
  Eigen::Matrix4d information = sums.telling / (kAlike * s2);
  const double spread_rad = upright ? kSpread_rad / 5 : kSpread_rad;
  for (int k = 0; k < 3; ++k) information(k, k) += 1 / (kSpread_m * kSpread_m);
  information(3, 3) += 1 / (spread_rad * spread_rad);
  Eigen::Matrix4d covariance = information.inverse();
  for (int k = 0; k < 4; ++k) {
    fit.unobserved[static_cast<std::size_t>(k)] = std::sqrt(covariance(k, k)) > (k < 3 ? 0.6 * kSpread_m : 0.12);
    covariance(k, k) += k < 3 ? kResolution_m * kResolution_m : kResolution_rad * kResolution_rad;
  }
  for (int k = 0; k < 16; ++k) fit.covariance[static_cast<std::size_t>(k)] = covariance(k / 4, k % 4);
}

}  // namespace

std::size_t best_start(const ObjectCloud& from, const ObjectCloud& to, std::span<const ClusterMotion> starts,
                       Vec3d velocity) {
  const Columns a = at_stamp(from, from.mean, velocity), b = at_stamp(to, from.mean, velocity);
  std::size_t best = 0;
  double least = 1e9;
  for (std::size_t k = 0; k < starts.size(); ++k) {
    const Columns now = moved(a, starts[k]);
    const double own = std::min(agreement(now, b, to.surface, 0).mean_m, agreement(b, now, from.surface, 0).mean_m);
    if (own < least) best = k, least = own;
  }
  return best;
}

ClusterFit register_clusters(const ObjectCloud& from, const ObjectCloud& to, const ClusterMotion& start, Vec3d velocity,
                             const RegisterOptions& options) {
  const Columns a = at_stamp(from, from.mean, velocity), b = at_stamp(to, from.mean, velocity);
  const bool upright = std::max(from.width_m(), to.width_m()) <= options.upright_m;
  ClusterFit fit{.motion = start};
  Equations sums;
  for (int step = 0; step < options.steps; ++step) {
    const double share = std::min(1.0, 1.5 * step / std::max(1, options.steps - 1));
    const double reach = options.first_reach_m * std::pow(options.last_reach_m / options.first_reach_m, share);
    sums = equations(a, b, to, fit.motion, reach);
    // The pull to the first estimate decides what no point tells. The height follows the ground.
    const double pull_m = kError2 / (options.start_sd_m * options.start_sd_m) + 1e-3;
    const double pull_z = kError2 / (kGround_m * kGround_m) + 0.2 * sums.weights;
    const double pull_rad = kError2 / (kTurn_rad * kTurn_rad) + (upright ? 10 * sums.weights : 0);
    Eigen::Matrix4d normal = sums.all;
    Eigen::Vector4d right = -sums.gradient;
    const Vec3d away = fit.motion.translation - start.translation;
    const double offset[4] = {away.x, away.y, away.z, fit.motion.yaw - start.yaw};
    for (int k = 0; k < 4; ++k) {
      const double pull = k < 2 ? pull_m : k == 2 ? pull_z : pull_rad;
      normal(k, k) += pull, right(k) -= pull * offset[k];
    }
    const Eigen::Vector4d change = normal.ldlt().solve(right);
    if (!change.allFinite()) break;
    fit.motion.translation += Vec3d{change(0), change(1), change(2)};
    fit.motion.yaw += std::clamp(change(3), -0.1, 0.1);
    if (share >= 1 && change.head<3>().norm() < 1e-3 && std::abs(change(3)) < 3.5e-4) break;
  }
  const Columns now = moved(a, fit.motion);
  const auto within = static_cast<float>(options.inlier_m);
  const Agreement there = agreement(now, b, to.surface, within), back = agreement(b, now, from.surface, within);
  fit.misfit_m = std::min(there.mean_m, back.mean_m);
  const auto n = static_cast<double>(a.size()), m = static_cast<double>(b.size());
  fit.overlap = (there.within + back.within) / (n + m);
  fit.inliers = std::max(there.within / n, back.within / m);
  add_covariance(sums, upright, fit);
  return fit;
}

}  // namespace gs::mapping
