// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Search distance of the registration, from how far earlier predictions were off. Private to the odometry.
#pragma once

#include <algorithm>
#include <cmath>

#include "gs/geometry/rigid.h"

namespace gs::mapping {

// Three standard deviations of the displacement of far points by wrong predictions (after Vizzo et al. 2023, KISS-ICP,
// section III-B). Unlike there it forgets, so that one bad sweep does not widen it for ever.
class AdaptiveGate {
 public:
  explicit AdaptiveGate(double max_range_m) : max_range_m_(max_range_m) {}

  // Scale of the robust weight for the next sweep [m].
  double gate_m() const { return std::clamp(3 * std::sqrt(squares_ / count_), 0.3, 3.0); }
  // Adds the difference between the predicted and the registered pose.
  void add(const Rigid3d& off) {
    const double turned = norm(rotation_vector(off.rotation));
    const double deviation_m = norm(off.translation) + 2 * max_range_m_ * std::sin(0.5 * turned);
    squares_ = kForget * squares_ + square(deviation_m);
    count_ = kForget * count_ + 1;
  }

 private:
  static constexpr double kForget = 0.95;
  double max_range_m_;
  double squares_ = square(0.3), count_ = 1;  // [m^2], starts with a deviation of 0.3 m
};

}  // namespace gs::mapping
