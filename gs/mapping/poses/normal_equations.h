// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gauss-Newton normal equations of one pose, and the directions that they do not constrain. Private to registration.
#pragma once

#include <optional>
#include <vector>

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

// Directions that the matched planes do not constrain, as unit vectors in map axes: translations, and axes of rotation.
struct WeakDirections {
  std::vector<Vec3d> shifts{}, turns{};
  // Share of the normals in the least constrained direction: 1/3 if they point everywhere alike, 0 in none.
  double shift_share = 0, turn_share = 0;
};

// Finds the weak directions after decoupling turn and shift. `weight` is the sum of the weights of the rows of
// point-to-plane residuals, `lever2` that of the weights times the squared distance of the point from the pose.
WeakDirections weak_directions(const NormalEquations& equations, double weight, double lever2);

// Adds the residual direction . off with this information, on the turn (offset 0) or the shift (offset 3).
void hold(NormalEquations& equations, int offset, Vec3d direction, Vec3d off, double information);

// Holds the prior in the weak directions, stiff against any number of points. The pose is `turned` [rad] and `shifted`
// [m] against the prior.
void hold_prior(NormalEquations& equations, const WeakDirections& weak, Vec3d turned, Vec3d shifted);

}  // namespace gs::mapping
