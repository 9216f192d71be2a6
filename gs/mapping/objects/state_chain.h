// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Normal equations of a chain of states with six parts each, in which most residuals join neighbours. Private to
// smooth_motion().
#pragma once

#include <Eigen/Dense>
#include <map>
#include <utility>
#include <vector>

namespace gs::mapping {

using StateVector = Eigen::Matrix<double, 6, 1>;
using StateMatrix = Eigen::Matrix<double, 6, 6>;

// Sums up residuals, then solves for a step of all states.
class StateChain {
 public:
  explicit StateChain(std::size_t count) : gradient_(count, StateVector::Zero()) {}

  // Adds N residuals of state i, or of states i and j, with their information matrix.
  template <int N, class Residual>
  void add(std::size_t i, const StateVector& x, const Residual& residual, const Eigen::Matrix<double, N, N>& info) {
    const auto j = slope<N>([&](const StateVector& at) { return residual(at); }, x);
    const Eigen::Matrix<double, N, 1> r = residual(x);
    blocks_[{i, i}].noalias() += j.transpose() * info * j;
    gradient_[i].noalias() += j.transpose() * info * r;
  }
  template <int N, class Residual>
  void add(std::size_t i, std::size_t k, const StateVector& x, const StateVector& y, const Residual& residual,
           const Eigen::Matrix<double, N, N>& info) {
    const auto jx = slope<N>([&](const StateVector& at) { return residual(at, y); }, x);
    const auto jy = slope<N>([&](const StateVector& at) { return residual(x, at); }, y);
    const Eigen::Matrix<double, N, 1> r = residual(x, y);
    blocks_[{i, i}].noalias() += jx.transpose() * info * jx;
    blocks_[{k, k}].noalias() += jy.transpose() * info * jy;
    if (i < k) {
      blocks_[{k, i}].noalias() += jy.transpose() * info * jx;
    } else {
      blocks_[{i, k}].noalias() += jx.transpose() * info * jy;
    }
    gradient_[i].noalias() += jx.transpose() * info * r;
    gradient_[k].noalias() += jy.transpose() * info * r;
  }

  // The Gauss-Newton step; empty if the equations cannot be solved.
  std::vector<StateVector> solve() const;

  // Standard deviations of each state: of the horizontal position, the larger of both axes, and of the yaw.
  struct Sigma {
    double position_m = 0, yaw_rad = 0;
  };
  std::vector<Sigma> sigmas() const;

 private:
  // Derivative of a residual by central differences, exact to about 1e-9.
  template <int N, class Function>
  static Eigen::Matrix<double, N, 6> slope(const Function& function, const StateVector& x) {
    constexpr double kStep = 1e-5;
    Eigen::Matrix<double, N, 6> out;
    for (int c = 0; c < 6; ++c) {
      StateVector up = x, down = x;
      up[c] += kStep, down[c] -= kStep;
      out.col(c) =
          (Eigen::Matrix<double, N, 1>(function(up)) - Eigen::Matrix<double, N, 1>(function(down))) / (up[c] - down[c]);
    }
    return out;
  }

  struct Zero : StateMatrix {
    Zero() : StateMatrix(StateMatrix::Zero()) {}
  };
  std::map<std::pair<std::size_t, std::size_t>, Zero> blocks_;  // lower triangle: (row, column)
  std::vector<StateVector> gradient_;
};

}  // namespace gs::mapping
