// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Normal equations of blocks of six unknowns, and their sparse solution. Private to the solver.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "gs/mapping/pose_graph/eigen_types.h"

#include <Eigen/SparseCholesky>

namespace gs::mapping {

// Symmetric positive definite system H x = b. The pattern of non-zero blocks is fixed, so that the elimination order is
// computed once.
class BlockSystem {
 public:
  // `pairs` are the blocks that share a factor, in any order and number; the diagonal is always there.
  BlockSystem(std::size_t blocks, std::vector<std::pair<std::size_t, std::size_t>> pairs);

  // Clears matrix and right side.
  void set_zero();
  // Adds a block; (row, column) and (column, row) are the same block, transposed.
  void add(std::size_t row, std::size_t column, const EigenMatrix6& value);
  void add_right(std::size_t row, const EigenVector6& value) { right_.segment<6>(first(row)) += value; }

  // Solves (H + damping * diag(H)) x = b. Empty if the matrix is not positive definite.
  std::optional<Eigen::VectorXd> solve(double damping);
  // Increment of a block in a solution.
  static EigenVector6 part(const Eigen::VectorXd& x, std::size_t block) { return x.segment<6>(first(block)); }

 private:
  static Eigen::Index first(std::size_t block) { return static_cast<Eigen::Index>(6 * block); }

  std::vector<std::size_t> column_start_;  // [blocks + 1] into rows_ and values_
  std::vector<std::size_t> rows_;          // row of each block, ascending in a column, at or below the diagonal
  std::vector<EigenMatrix6> values_;
  Eigen::VectorXd right_;
  Eigen::SparseMatrix<double> matrix_;  // lower triangle
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> factors_;
};

}  // namespace gs::mapping
