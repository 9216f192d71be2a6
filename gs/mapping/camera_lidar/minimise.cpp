// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/camera_lidar/minimise.h"

#include <algorithm>
#include <cmath>

#include "gs/mapping/pose_graph/eigen_types.h"

namespace gs::mapping {
namespace {

constexpr double kLongestStep = 1.0, kShortestStep = 1e-3;  // units
using UnknownVector = Eigen::Matrix<double, static_cast<int>(kCameraUnknowns), 1>;
using UnknownMatrix = Eigen::Matrix<double, static_cast<int>(kCameraUnknowns), static_cast<int>(kCameraUnknowns)>;

}  // namespace

CameraVector minimise(const SmoothFunction& function, const CameraVector& start, const CameraMask& free,
                      const CameraVector& unit, int most) {
  CameraVector at = start;
  int used = 0;
  const auto evaluate = [&](const CameraVector& x, UnknownVector& gradient) {
    const ValueAndGradient v = function(x);
    for (std::size_t i = 0; i < kCameraUnknowns; ++i) {
      gradient(static_cast<int>(i)) = free[i] ? v.gradient[i] * unit[i] : 0;
    }
    ++used;
    return v.value;
  };
  UnknownVector gradient;
  double value = evaluate(at, gradient);
  UnknownMatrix inverse = UnknownMatrix::Identity();
  bool first = true;
  while (used < most && gradient.norm() > 1e-12) {
    UnknownVector direction = -inverse * gradient;
    if (direction.dot(gradient) >= 0) inverse.setIdentity(), direction = -gradient;  // no descent: start anew
    // The first step has no curvature to go by: it is a quarter of a unit.
    const double length = direction.cwiseAbs().maxCoeff();
    if (first) direction *= 0.25 / length;
    if (!first && length > kLongestStep) direction *= kLongestStep / length;
    double share = 1, next_value = value;
    UnknownVector next_gradient = gradient;
    CameraVector next = at;
    bool better = false;
    for (; used < most && share * direction.cwiseAbs().maxCoeff() > 0.1 * kShortestStep; share *= 0.4) {
      for (std::size_t i = 0; i < kCameraUnknowns; ++i) {
        next[i] = at[i] + share * direction(static_cast<int>(i)) * unit[i];
      }
      next_value = evaluate(next, next_gradient);
      // Sufficient decrease (Nocedal and Wright 2006, eq. 3.6a) with their usual 1e-4.
      better = next_value <= value + 1e-4 * share * direction.dot(gradient);
      if (better) break;
    }
    if (!better) break;
    const UnknownVector s = share * direction, y = next_gradient - gradient;
    at = next, value = next_value, gradient = next_gradient;
    const double curvature = s.dot(y);
    // Without positive curvature the update would not stay positive definite: it is left out.
    if (curvature > 1e-12) {
      // The scale of the first inverse follows from the first step (eq. 6.20), the update is eq. 6.17.
      if (first) inverse = UnknownMatrix::Identity() * (curvature / y.squaredNorm());
      const UnknownMatrix left = UnknownMatrix::Identity() - s * y.transpose() / curvature;
      inverse = left * inverse * left.transpose() + s * s.transpose() / curvature;
      first = false;
    }
    if (!first && s.cwiseAbs().maxCoeff() < kShortestStep) break;
  }
  return at;
}

}  // namespace gs::mapping
