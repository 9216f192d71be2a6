// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Loop closures: positions that a drive passes twice, recognised by descriptors and verified by registration. The
// results are factors for a pose graph.
#pragma once

#include <vector>

#include "gs/core/progress.h"
#include "gs/mapping/odometry/sweep_descriptor.h"
#include "gs/mapping/odometry/track.h"
#include "gs/mapping/pose_graph/factors.h"

namespace gs::mapping {

// Options of find_loops(); descriptions and ranges are in describe().
struct LoopOptions {
  double key_spacing_m = 3.0;
  double min_path_m = 50.0;
  double search_m = 15.0;
  double drift_share = 0.02;
  double max_descriptor_distance = 0.35;
  double min_matched_share = 0.3;
  int candidates = 3;
};

void describe(auto& visit, LoopOptions& o) {
  visit("key_spacing_m", o.key_spacing_m, "distance between the poses that are compared", Range{0.5, 100.0});
  visit("min_path_m", o.min_path_m, "poses closer along the path are not a loop", Range{5.0, 1e5});
  visit("search_m", o.search_m, "largest distance of two positions by odometry, plus the drift", Range{1.0, 1000.0});
  visit("drift_share", o.drift_share, "expected drift of odometry per distance travelled", Range{0.0, 1.0});
  visit("max_descriptor_distance", o.max_descriptor_distance, "candidates that differ more are not registered",
        Range{0.0, 1.0});
  visit("min_matched_share", o.min_matched_share, "share of points that must lie on planes of the earlier sweeps",
        Range{0.01, 1.0});
  visit("candidates", o.candidates, "greatest number of earlier poses that are registered per pose", Range{1, 100});
}

// Result of find_loops().
struct Loops {
  std::vector<RelativeFactor> factors{};     // from the earlier to the later pose, in order of `to`
  std::size_t candidates = 0, rejected = 0;  // pairs that were registered; those that registration did not confirm
};

// Compares key poses of the track with earlier ones that are near by odometry, ranks them by descriptor, and registers
// the later sweep to the planes of the sweeps around the earlier one. A loop is accepted if the surroundings constrain
// all directions, enough points match, and a second registration from a disturbed pose agrees. `sweeps` delivers the
// sweeps of the track: sweep_of_pose[i] is the index of pose i. Memory: a descriptor per key pose and a few sweeps. The
// result does not depend on the thread count. Errors: invalid_argument if sweep_of_pose does not have an index for
// every pose; interrupted; those of the source.
Result<Loops> find_loops(SweepSource& sweeps, const std::vector<std::size_t>& sweep_of_pose,
                         const std::vector<OdometryPose>& poses, const OdometryOptions& odometry,
                         const LoopOptions& options, Progress& progress);

}  // namespace gs::mapping
