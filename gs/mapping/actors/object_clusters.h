// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Clusters of the points of one sweep that may have moved. Private to track_objects.
#pragma once

#include "gs/mapping/actors/motion_evidence.h"

namespace gs::mapping {

// Options of the clusters.
struct ClusterOptions {
  double link_m = 0.45, link_per_range = 0.006;  // largest horizontal gap inside an object, and its growth with range
  double attach_m = 0.3;                         // points of unknown motion join an object within this distance
  std::size_t min_points = 8;
  double min_height_m = 0.4;  // smallest height span
  double max_length_m = 30;   // longer clusters are no vehicles

  // Fewest points of a cluster at a range: a person beyond 25 m has few.
  std::size_t fewest_at(double range_m) const {
    constexpr double kFar_m = 25;
    return range_m < kFar_m ? min_points : (5 * min_points + 7) / 8;
  }
};

// What is known of a point of a sweep.
enum class PointMotion : uint8_t {
  none,  // ground, ego vehicle, out of range, not finite
  stands,
  unknown,
  moved,     // at most as high as a person
  overhead,  // moved, but higher: the upper part of a lorry, or leaves and awnings above a person
};

// Motion of every point of a sweep.
std::vector<PointMotion> motion_of_points(const Sweep& sweep, const MotionEvidence& evidence, const PointGate& gate);

// Clusters of points that moved, with the points of unknown motion next to them and the overhead points above them:
// indices into the points of the sweep, ascending. Other overhead points make clusters of their own, after the others.
// Gaps are measured horizontally, because beams may lie far apart in height.
std::vector<std::vector<uint32_t>> find_clusters(const Sweep& sweep, const std::vector<PointMotion>& motion,
                                                 const ClusterOptions& options);

}  // namespace gs::mapping
