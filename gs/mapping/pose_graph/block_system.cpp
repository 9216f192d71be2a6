// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/pose_graph/block_system.h"

#include <algorithm>

namespace gs::mapping {

BlockSystem::BlockSystem(std::size_t blocks, std::vector<std::pair<std::size_t, std::size_t>> pairs)
    : right_(Eigen::VectorXd::Zero(first(blocks))), matrix_(first(blocks), first(blocks)) {
  // As (column, row) of the lower triangle, sorted.
  for (auto& [column, row] : pairs) {
    if (row < column) std::swap(row, column);
  }
  for (std::size_t i = 0; i < blocks; ++i) pairs.emplace_back(i, i);
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  column_start_.assign(blocks + 1, 0);
  for (const auto& [column, row] : pairs) {
    ++column_start_[column + 1];
    rows_.push_back(row);
  }
  for (std::size_t i = 0; i < blocks; ++i) column_start_[i + 1] += column_start_[i];
  values_.assign(rows_.size(), EigenMatrix6::Zero());

  // insertBack() needs the rows of a scalar column in ascending order. The ones only mark the pattern; solve() writes
  // the values over them in the same order.
  matrix_.reserve(static_cast<Eigen::Index>(36 * rows_.size()));
  for (std::size_t column = 0; column < blocks; ++column) {
    for (Eigen::Index c = 0; c < 6; ++c) {
      matrix_.startVec(first(column) + c);
      for (std::size_t b = column_start_[column]; b < column_start_[column + 1]; ++b) {
        for (Eigen::Index r = rows_[b] == column ? c : 0; r < 6; ++r) {
          matrix_.insertBack(first(rows_[b]) + r, first(column) + c) = 1;
        }
      }
    }
  }
  matrix_.finalize();
  factors_.analyzePattern(matrix_);
}

void BlockSystem::set_zero() {
  std::fill(values_.begin(), values_.end(), EigenMatrix6::Zero());
  right_.setZero();
}

void BlockSystem::add(std::size_t row, std::size_t column, const EigenMatrix6& value) {
  const std::size_t low = std::max(row, column), left = std::min(row, column);
  const auto begin = rows_.begin() + static_cast<std::ptrdiff_t>(column_start_[left]);
  const auto end = rows_.begin() + static_cast<std::ptrdiff_t>(column_start_[left + 1]);
  const auto at = static_cast<std::size_t>(std::lower_bound(begin, end, low) - rows_.begin());
  if (row >= column) {
    values_[at] += value;
  } else {
    values_[at] += value.transpose();
  }
}

std::optional<Eigen::VectorXd> BlockSystem::solve(double damping) {
  double* out = matrix_.valuePtr();  // in the order in which the constructor inserted
  for (std::size_t column = 0; column + 1 < column_start_.size(); ++column) {
    for (Eigen::Index c = 0; c < 6; ++c) {
      for (std::size_t b = column_start_[column]; b < column_start_[column + 1]; ++b) {
        const bool diagonal = rows_[b] == column;
        for (Eigen::Index r = diagonal ? c : 0; r < 6; ++r) {
          const double value = values_[b](r, c);
          *out++ = diagonal && r == c ? value * (1 + damping) : value;
        }
      }
    }
  }
  factors_.factorize(matrix_);
  if (factors_.info() != Eigen::Success || !(factors_.vectorD().minCoeff() > 0)) return std::nullopt;
  Eigen::VectorXd x = factors_.solve(right_);
  if (factors_.info() != Eigen::Success || !x.allFinite()) return std::nullopt;
  return x;
}

}  // namespace gs::mapping
