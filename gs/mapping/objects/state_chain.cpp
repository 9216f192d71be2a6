// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/objects/state_chain.h"

#include <Eigen/Sparse>
#include <algorithm>
#include <cmath>

namespace gs::mapping {
namespace {

using Sparse = Eigen::SparseMatrix<double>;
using Factors = Eigen::SimplicialLDLT<Sparse, Eigen::Lower>;

template <class Blocks>
Sparse assemble(const Blocks& blocks, std::size_t count) {
  const auto size = static_cast<Eigen::Index>(6 * count);
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(36 * blocks.size());
  for (const auto& [at, block] : blocks) {
    for (int r = 0; r < 6; ++r) {
      for (int c = 0; c < 6; ++c) {
        if (at.first == at.second && c > r) continue;
        entries.emplace_back(static_cast<int>(6 * at.first) + r, static_cast<int>(6 * at.second) + c, block(r, c));
      }
    }
  }
  Sparse out(size, size);
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

}  // namespace

std::vector<StateVector> StateChain::solve() const {
  const Factors factors(assemble(blocks_, gradient_.size()));
  if (factors.info() != Eigen::Success) return {};
  Eigen::VectorXd right(static_cast<Eigen::Index>(6 * gradient_.size()));
  for (std::size_t i = 0; i < gradient_.size(); ++i) right.segment<6>(static_cast<Eigen::Index>(6 * i)) = -gradient_[i];
  const Eigen::VectorXd change = factors.solve(right);
  if (!change.allFinite()) return {};
  std::vector<StateVector> out(gradient_.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = change.segment<6>(static_cast<Eigen::Index>(6 * i));
  return out;
}

std::vector<StateChain::Sigma> StateChain::sigmas() const {
  std::vector<Sigma> out(gradient_.size());
  const Factors factors(assemble(blocks_, gradient_.size()));
  if (factors.info() != Eigen::Success) return out;
  Eigen::VectorXd unit = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(6 * out.size()));
  const auto sigma = [&](std::size_t state, int part) {
    const auto at = static_cast<Eigen::Index>(6 * state) + part;
    unit[at] = 1;
    const double variance = factors.solve(unit)[at];
    unit[at] = 0;
    return std::sqrt(std::max(0.0, variance));
  };
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = {std::max(sigma(i, 0), sigma(i, 1)), sigma(i, 3)};
  return out;
}

}  // namespace gs::mapping
