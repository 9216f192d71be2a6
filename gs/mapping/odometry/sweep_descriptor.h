// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Descriptor of the surroundings of a pose, to recognise a position that was visited before.
#pragma once

#include <array>

#include "gs/mapping/odometry/point_buffer.h"

namespace gs::mapping {

// Greatest height above the ground in rings and sectors around the vehicle (after Kim and Kim 2018, Scan Context). The
// points must be in a frame with z upwards.
struct SweepDescriptor {
  static constexpr int kRings = 20, kSectors = 60;
  static constexpr double kRadius_m = 80;

  std::array<std::array<float, kRings>, kSectors> height_m{};  // above the lowest points; 0: nothing seen
};

// Computes the descriptor of points relative to the vehicle.
SweepDescriptor describe_sweep(const PointBuffer& points);

// How well two descriptors agree at the best relative heading.
struct DescriptorMatch {
  double distance = 1;  // 0: equal, 1: nothing in common
  double yaw_rad = 0;   // heading of b in the frame of a, a multiple of 6 degrees
};
// Mean over the sectors that both see of 1 - cosine of their columns; at least 20 sectors must be shared.
DescriptorMatch compare(const SweepDescriptor& a, const SweepDescriptor& b);

}  // namespace gs::mapping
