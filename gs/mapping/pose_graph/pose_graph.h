// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A pose graph: the poses of a drive that agree best with relative measurements (registration, odometry, loops),
// positions (GNSS), verticals (gravity) and priors.
#pragma once

#include <vector>

#include "gs/core/options/options.h"
#include "gs/core/result.h"
#include "gs/mapping/pose_graph/factors.h"

namespace gs::mapping {

// map_from_enu: rotation about the vertical and translation. Maps positions of a GNSS receiver, in a local frame with
// axes east, north and up, to map.
struct Alignment {
  double yaw_rad = 0;
  Vec3d translation{};

  // The rotation by the yaw about z; and a position in map.
  Quaterniond rotation() const { return Quaterniond::from_axis_angle({0, 0, 1}, yaw_rad); }
  friend Vec3d operator*(const Alignment& a, Vec3d p) { return a.rotation() * p + a.translation; }
};

// The unknowns of a graph.
struct GraphState {
  std::vector<Rigid3d> poses;  // map_from_body
  Alignment alignment{};
};

// A graph. `start` holds the values at which the solver begins.
struct PoseGraph {
  GraphState start;
  bool alignment_is_unknown = false;  // estimate start.alignment too; false: positions are given in map by it
  std::vector<RelativeFactor> relative;
  std::vector<PositionFactor> positions;
  std::vector<VerticalFactor> verticals;
  std::vector<PriorFactor> priors;
};

// Options of solve(); descriptions and ranges are in describe().
struct PoseGraphOptions {
  int iterations = 50;
  double converged_share = 1e-9;
  double anneal = 1.4;
};

void describe(auto& visit, PoseGraphOptions& o) {
  visit("iterations", o.iterations, "greatest number of linear systems solved", Range{1, 1000});
  visit("converged_share", o.converged_share, "stop if the cost falls by less than this share", Range{0, 0.1});
  visit("anneal", o.anneal, "factor by which bounded kernels narrow to their scale, from one solution to the next",
        Range{1.05, 10.0});
}

// Result of solve().
struct PoseGraphSolution {
  GraphState state;
  double cost_before = 0, cost_after = 0;  // sums of the robust costs
  int iterations = 0;
  bool converged = false;
};

// Minimises the sum of robust squared residuals by Levenberg-Marquardt with a sparse LDL^T decomposition. Factors with
// a geman_mcclure kernel are annealed: their scale begins so wide that every one has its weight and narrows to its own
// (graduated non-convexity, Yang et al. 2020). Single-threaded; equal input gives equal bits. Errors: invalid_argument
// for an index beyond the poses, a value that is not finite, or poses that no chain of factors connects with a prior or
// with a position in a known alignment.
Result<PoseGraphSolution> solve(const PoseGraph& graph, const PoseGraphOptions& options = {});

// Squared whitened residual of a factor: chi squared with as many degrees of freedom as it has rows.
double chi_squared(const RelativeFactor& factor, const GraphState& state);
double chi_squared(const PositionFactor& factor, const GraphState& state);
double chi_squared(const VerticalFactor& factor, const GraphState& state);
double chi_squared(const PriorFactor& factor, const GraphState& state);

}  // namespace gs::mapping
