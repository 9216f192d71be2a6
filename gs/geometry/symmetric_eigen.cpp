// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/geometry/symmetric_eigen.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gs {

// Every cross product of two rows of A - lambda I is parallel to the eigenvector; the longest one is the most accurate.
std::optional<Vec3d> smallest_eigenvector(const Mat3d& a) {
  // Eigenvalues by the trigonometric formula (Smith 1961): with A = q I + p B they are q + 2 p cos(phi + 2 k pi / 3)
  // with cos(3 phi) = det(B) / 2.
  const double q = (a.m[0][0] + a.m[1][1] + a.m[2][2]) / 3;
  const double off = square(a.m[0][1]) + square(a.m[0][2]) + square(a.m[1][2]);
  const double p2 = square(a.m[0][0] - q) + square(a.m[1][1] - q) + square(a.m[2][2] - q) + 2 * off;
  if (!(p2 > 1e-30)) return std::nullopt;
  const double p = std::sqrt(p2 / 6);
  const Mat3d b = (a + Mat3d::identity() * -q) * (1 / p);
  const double phi = std::acos(std::clamp(determinant(b) / 2, -1.0, 1.0)) / 3;
  const double smallest = q + 2 * p * std::cos(phi + 2 * kPi / 3);

  const Mat3d rest = a + Mat3d::identity() * -smallest;
  Vec3d best{};
  for (const auto& [i, j] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
    const Vec3d c = cross(rest.row(i), rest.row(j));
    if (dot(c, c) > dot(best, best)) best = c;
  }
  const double length = norm(best);
  // Where the smallest eigenvalue is double, all three products vanish: there is no single direction. p2 has their
  // scale, the square of A's.
  if (!(length > 1e-9 * p2)) return std::nullopt;
  return best / length;
}

double middle_eigenvalue(const Mat3d& a, double smallest) {
  const double sum = a.m[0][0] + a.m[1][1] + a.m[2][2] - smallest;
  const double minors = a.m[0][0] * a.m[1][1] - square(a.m[0][1]) + a.m[0][0] * a.m[2][2] - square(a.m[0][2]) +
                        a.m[1][1] * a.m[2][2] - square(a.m[1][2]);
  const double product = minors - smallest * sum;
  return 0.5 * (sum - std::sqrt(std::max(0.0, sum * sum - 4 * product)));
}

SymmetricEigen symmetric_eigen(Mat3d a) {
  SymmetricEigen out;
  bool is_diagonal = false;
  for (int sweep = 0; sweep < 12 && !is_diagonal; ++sweep) {
    is_diagonal = true;
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        // Convergence is quadratic: three sweeps are enough for nearly all matrices.
        if (std::fabs(a.m[p][q]) <= 1e-12 * (std::fabs(a.m[p][p]) + std::fabs(a.m[q][q]))) continue;
        is_diagonal = false;
        // The rotation in the plane (p, q) that makes a[p][q] zero.
        const double theta = (a.m[q][q] - a.m[p][p]) / (2 * a.m[p][q]);
        // The root of t^2 + 2 theta t = 1 with the smaller angle, at most 45 degrees.
        const double t = (theta >= 0 ? 1 : -1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        Mat3d rotation = Mat3d::identity();
        rotation.m[p][p] = rotation.m[q][q] = c, rotation.m[p][q] = s, rotation.m[q][p] = -s;
        a = transpose(rotation) * a * rotation;
        out.vectors = out.vectors * rotation;
      }
    }
  }
  for (int k = 0; k < 3; ++k) out.values[static_cast<std::size_t>(k)] = a.m[k][k];
  return out;
}

}  // namespace gs
