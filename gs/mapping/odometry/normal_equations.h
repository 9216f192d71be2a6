// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gauss-Newton normal equations of one pose. Private to the odometry.
#pragma once

#include <optional>

#include "gs/geometry/mat3.h"

namespace gs::mapping {

// Increment of a pose about its own position: rotation vector [rad] and translation [m], in map axes.
struct PoseStep {
  Vec3d turn, shift;
};

// Sum of weighted residuals of a pose step x = (turn, shift): minimise (x - s)^T a (x - s), where a s = b.
struct NormalEquations {
  double a[6][6] = {};  // upper triangle
  double b[6] = {};

  // Adds one residual with Jacobian row j and weight w.
  void add(const double (&j)[6], double residual, double w) {
    for (int r = 0; r < 6; ++r) {
      for (int c = r; c < 6; ++c) a[r][c] += w * j[r] * j[c];
      b[r] -= w * j[r] * residual;
    }
  }
  NormalEquations& operator+=(const NormalEquations& o) {
    for (int r = 0; r < 6; ++r) {
      for (int c = r; c < 6; ++c) a[r][c] += o.a[r][c];
      b[r] += o.b[r];
    }
    return *this;
  }
  void scale(double k) {
    for (int r = 0; r < 6; ++r) {
      for (int c = r; c < 6; ++c) a[r][c] *= k;
      b[r] *= k;
    }
  }
};

// Solves a x = b by Cholesky decomposition; empty if the matrix is not positive definite.
std::optional<PoseStep> solve(const NormalEquations& equations);

// Information on the shift when the turn is unknown, and on the turn when the shift is unknown: the Schur complements
// of the two diagonal blocks. Looking at the blocks themselves would hide directions in which turn and shift
// compensate each other.
struct SplitInformation {
  Mat3d turn, shift;
};
SplitInformation split(const NormalEquations& equations);

}  // namespace gs::mapping
