// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Eigenvalues and eigenvectors of symmetric 3x3 matrices, for the principal axes of point sets.
//
// Two methods: smallest_eigenvector() is a closed formula for the normal of a plane; symmetric_eigen() iterates, gives
// all three vectors, and stays accurate if eigenvalues are equal.
#pragma once

#include <array>
#include <optional>

#include "gs/geometry/mat3.h"

namespace gs {

// Unit eigenvector of the smallest eigenvalue, by the trigonometric formula for eigenvalues (Smith 1961). Empty if all
// three eigenvalues are equal. If only the two smaller ones are (points on a line), it is empty or any unit vector of
// their plane: callers that need a plane compare eigenvalues too.
std::optional<Vec3d> smallest_eigenvector(const Mat3d& symmetric);

// Second smallest eigenvalue, given the smallest: root of the quadratic that remains of the characteristic polynomial.
double middle_eigenvalue(const Mat3d& symmetric, double smallest);

// All eigenvalues, in no particular order, and their unit eigenvectors as columns of `vectors`.
struct SymmetricEigen {
  std::array<double, 3> values{};
  Mat3d vectors = Mat3d::identity();
};
// Cyclic Jacobi rotations (Golub and Van Loan, Matrix Computations, "Jacobi methods").
SymmetricEigen symmetric_eigen(Mat3d symmetric);

}  // namespace gs
