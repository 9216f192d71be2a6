// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/poses/normal_equations.h"

#include <algorithm>
#include <cmath>

#include "gs/geometry/symmetric_eigen.h"

namespace gs::mapping {
namespace {

// A direction is weak below this share of the normals. The normals of a flat field scatter by about 3 degrees, which
// alone gives a share of 0.003 in the directions along the field.
constexpr double kWeakShare = 0.006;
// Information [1/m^2, 1/rad^2] that holds the prior in a weak direction: stiff against any number of points.
constexpr double kHold = 1e12;

// Eigenvectors of `information` below the limit; `smallest` becomes the smallest share.
std::vector<Vec3d> below_limit(const Mat3d& information, double unit, double& smallest) {
  const SymmetricEigen eigen = symmetric_eigen(information);
  std::vector<Vec3d> weak;
  smallest = 1;
  for (int i = 0; i < 3; ++i) {
    const double share = eigen.values[static_cast<std::size_t>(i)] / unit;
    smallest = std::min(smallest, share);
    if (!(share > kWeakShare)) weak.push_back(eigen.vectors.column(i));
  }
  return weak;
}

Mat3d block(const NormalEquations& e, int row, int column) {
  Mat3d m;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      const int i = row + r, j = column + c;
      m.m[r][c] = i <= j ? e.a[i][j] : e.a[j][i];
    }
  }
  return m;
}

// Inverse of a symmetric positive matrix; a small ridge keeps singular ones finite.
Mat3d inverse(Mat3d m) {
  const double ridge = 1e-9 * (m.m[0][0] + m.m[1][1] + m.m[2][2]) + 1e-30;
  for (int i = 0; i < 3; ++i) m.m[i][i] += ridge;
  const Vec3d a = m.row(0), b = m.row(1), c = m.row(2);
  const double k = 1 / dot(a, cross(b, c));
  return transpose(Mat3d::from_rows(cross(b, c) * k, cross(c, a) * k, cross(a, b) * k));
}

}  // namespace

std::optional<PoseStep> solve(const NormalEquations& e) {
  double l[6][6] = {}, y[6];
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = e.a[j][i];
      for (int k = 0; k < j; ++k) sum -= l[i][k] * l[j][k];
      if (i == j && !(sum > 0)) return std::nullopt;
      l[i][j] = i == j ? std::sqrt(sum) : sum / l[j][j];
    }
    y[i] = e.b[i];
    for (int k = 0; k < i; ++k) y[i] -= l[i][k] * y[k];
    y[i] /= l[i][i];
  }
  for (int i = 5; i >= 0; --i) {
    for (int k = i + 1; k < 6; ++k) y[i] -= l[k][i] * y[k];
    y[i] /= l[i][i];
  }
  return PoseStep{{y[0], y[1], y[2]}, {y[3], y[4], y[5]}};
}

SplitInformation split(const NormalEquations& e) {
  const Mat3d turn = block(e, 0, 0), shift = block(e, 3, 3), both = block(e, 0, 3);
  return {turn + both * inverse(shift) * transpose(both) * -1.0, shift + transpose(both) * inverse(turn) * both * -1.0};
}

WeakDirections weak_directions(const NormalEquations& e, double weight, double lever2) {
  const SplitInformation information = split(e);
  WeakDirections weak;
  weak.shifts = below_limit(information.shift, weight, weak.shift_share);
  weak.turns = below_limit(information.turn, lever2, weak.turn_share);
  return weak;
}

void hold(NormalEquations& e, int offset, Vec3d direction, Vec3d off, double information) {
  double j[6] = {};
  j[offset] = direction.x, j[offset + 1] = direction.y, j[offset + 2] = direction.z;
  e.add(j, dot(direction, off), information);
}

void hold_prior(NormalEquations& e, const WeakDirections& weak, Vec3d turned, Vec3d shifted) {
  for (const Vec3d& v : weak.turns) hold(e, 0, v, turned, kHold);
  for (const Vec3d& v : weak.shifts) hold(e, 3, v, shifted, kHold);
}

}  // namespace gs::mapping
