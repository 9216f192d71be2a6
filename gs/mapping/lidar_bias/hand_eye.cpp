// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/lidar_bias/hand_eye.h"

#include <cmath>
#include <limits>

#include "gs/geometry/symmetric_eigen.h"

namespace gs::mapping {
namespace {

constexpr double kStep_m = 5;
constexpr double kSigma_m = 0.01, kSigma_rad = 0.05 * kPi / 180;
// Information below this is none: one radian.
constexpr double kLeastInformation = 1;

// Adds the rows difference = -[u]x rotation with weight w: J^T J = |u|^2 I - u u^T and J^T d = u x d.
void add_rows(HandEye& e, Vec3d u, Vec3d difference, double w) {
  const double length2 = dot(u, u);
  e.information = e.information +
                  (Mat3d::diagonal({length2, length2, length2}) + Mat3d::from_rows(u * -u.x, u * -u.y, u * -u.z)) * w;
  e.right += cross(u, difference) * w;
}

}  // namespace

HandEye& HandEye::operator+=(const HandEye& o) {
  information = information + o.information;
  right += o.right;
  return *this;
}

HandEye compare_steps(std::span<const Rigid3d> lidar, std::span<const Rigid3d> odometry, Vec3d sensor_in_base) {
  HandEye e;
  for (std::size_t i = 0, j = 0; i < lidar.size(); ++i) {
    const auto step = [&](const Rigid3d& from, const Rigid3d& to) {
      return from.rotation.conjugate() * (to * sensor_in_base - from * sensor_in_base);
    };
    while (j < lidar.size() && norm(step(lidar[i], lidar[j])) < kStep_m) ++j;
    if (j == lidar.size()) break;
    // Steps that begin at every pose overlap: (j - i) of them hold the information of one.
    const double share = 1.0 / static_cast<double>(j - i);
    const Vec3d by_lidar = step(lidar[i], lidar[j]), by_odometry = step(odometry[i], odometry[j]);
    add_rows(e, by_lidar, by_odometry - by_lidar, share / (kSigma_m * kSigma_m));
    const auto turn = [](const Rigid3d& from, const Rigid3d& to) {
      return rotation_vector(from.rotation.conjugate() * to.rotation);
    };
    const Vec3d turn_lidar = turn(lidar[i], lidar[j]), turn_odometry = turn(odometry[i], odometry[j]);
    add_rows(e, turn_lidar, turn_odometry - turn_lidar, share / (kSigma_rad * kSigma_rad));
  }
  return e;
}

HandEyeRotation solve(const HandEye& equations) {
  const SymmetricEigen axes = symmetric_eigen(equations.information);
  HandEyeRotation out;
  Vec3d variance{};
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3d v = axes.vectors.column(static_cast<int>(k));
    const bool known = axes.values[k] > kLeastInformation;
    if (known) out.rotation += v * (dot(v, equations.right) / axes.values[k]);
    const double unit = known ? 1 / axes.values[k] : kInfinite;
    // Rounding turns an unknown direction a little into every axis; that must not make a known axis infinite.
    const auto add = [&](double& sum, double component) {
      if (std::abs(component) > 1e-3) sum += unit * component * component;
    };
    add(variance.x, v.x), add(variance.y, v.y), add(variance.z, v.z);
  }
  out.sigma_rad = {std::sqrt(variance.x), std::sqrt(variance.y), std::sqrt(variance.z)};
  return out;
}

}  // namespace gs::mapping
