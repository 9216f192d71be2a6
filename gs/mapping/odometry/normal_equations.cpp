// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/odometry/normal_equations.h"

#include <cmath>

namespace gs::mapping {
namespace {

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

}  // namespace gs::mapping
