// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/pose_graph/factors.h"

#include <algorithm>
#include <cmath>

#include "gs/mapping/pose_graph/eigen_types.h"

namespace gs::mapping {

Matrix6 independent_errors(double sigma_rad, double sigma_m) {
  Matrix6 out{};
  for (std::size_t i = 0; i < 6; ++i) out[i][i] = 1 / (i < 3 ? sigma_rad : sigma_m);
  return out;
}

Matrix6 with_error_floor(const Matrix6& information, double floor_rad, double floor_m) {
  // In units of the floor, an eigenvalue l of the information has the variance 1/l; with the floor it is 1/l + 1, whose
  // information l / (1 + l) is also defined for l = 0.
  Eigen::Matrix<double, 6, 1> floor;
  floor << floor_rad, floor_rad, floor_rad, floor_m, floor_m, floor_m;
  const Eigen::Matrix<double, 6, 6> scaled = floor.asDiagonal() * to_eigen(information) * floor.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>> axes(0.5 * (scaled + scaled.transpose()));
  Eigen::Matrix<double, 6, 1> root;
  for (int i = 0; i < 6; ++i) {
    const double l = std::max(0.0, axes.eigenvalues()[i]);
    root[i] = std::sqrt(l / (1 + l));
  }
  return to_matrix6(root.asDiagonal() * axes.eigenvectors().transpose() * floor.cwiseInverse().asDiagonal());
}

double shared_error_sigma(double sigma, std::size_t steps) {
  return sigma * std::sqrt(static_cast<double>(std::max<std::size_t>(1, steps)));
}

}  // namespace gs::mapping
