// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/pose_graph/check_graph.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

namespace gs::mapping {
namespace {

bool is_finite_pose(const Rigid3d& pose) {
  return is_finite(pose.translation) && std::abs(norm(pose.rotation) - 1) < 1e-3;
}
bool is_finite_matrix(const Matrix6& m) {
  for (const auto& row : m) {
    for (const double v : row) {
      if (!std::isfinite(v)) return false;
    }
  }
  return true;
}
bool is_positive(double sigma) { return std::isfinite(sigma) && sigma > 0; }
bool has_valid_kernel(const RobustKernel& kernel) { return is_positive(kernel.scale); }

bool has_valid_values(const RelativeFactor& f) {
  return is_finite_pose(f.from_from_to) && is_finite_matrix(f.sqrt_information);
}
bool has_valid_values(const PositionFactor& f) {
  return is_finite(f.lever_in_body) && is_finite(f.position_in_enu) && is_positive(f.sigma_m.x) &&
         is_positive(f.sigma_m.y) && is_positive(f.sigma_m.z);
}
bool has_valid_values(const VerticalFactor& f) {
  return std::abs(norm(f.up_in_body) - 1) < 1e-3 && is_positive(f.sigma_rad);
}
bool has_valid_values(const PriorFactor& f) {
  return is_finite_pose(f.map_from_body) && is_finite_matrix(f.sqrt_information);
}

std::size_t last_pose(const RelativeFactor& f) { return std::max(f.from, f.to); }
std::size_t last_pose(const auto& f) { return f.pose; }

Result<void> check_factors(const auto& factors, std::size_t poses, std::string_view kind) {
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (last_pose(factors[i]) >= poses) {
      return fail(ErrorCode::invalid_argument, "{} factor {} names pose {}: the graph has {} poses", kind, i,
                  last_pose(factors[i]), poses);
    }
    if (!has_valid_values(factors[i]) || !has_valid_kernel(factors[i].kernel)) {
      return fail(ErrorCode::invalid_argument,
                  "{} factor {} has a value that is not finite, a rotation that is not normalised, or a standard "
                  "deviation that is not positive",
                  kind, i);
    }
  }
  return {};
}

// Union of sets of poses (Tarjan 1975), with path halving.
class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  std::size_t root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) { parent_[root(a)] = root(b); }

 private:
  std::vector<std::size_t> parent_;
};

// Every pose must be connected with the anchor, an extra member of the sets.
Result<void> check_connections(const PoseGraph& graph) {
  const std::size_t anchor = graph.start.poses.size();
  Sets sets(anchor + 1);
  for (const RelativeFactor& f : graph.relative) sets.join(f.from, f.to);
  for (const PriorFactor& f : graph.priors) sets.join(f.pose, anchor);
  // Positions in an unknown alignment hold nothing: path and alignment could move together.
  if (!graph.alignment_is_unknown) {
    for (const PositionFactor& f : graph.positions) sets.join(f.pose, anchor);
  }
  for (std::size_t i = 0; i < anchor; ++i) {
    if (sets.root(i) == sets.root(anchor)) continue;
    return fail(ErrorCode::invalid_argument, "pose {} of {} is not connected with a prior or a known position", i,
                anchor)
        .with_hint("add a prior for the first pose and a relative factor between consecutive poses");
  }
  return {};
}

}  // namespace

Result<void> check_graph(const PoseGraph& graph) {
  const std::size_t poses = graph.start.poses.size();
  for (std::size_t i = 0; i < poses; ++i) {
    if (!is_finite_pose(graph.start.poses[i])) {
      return fail(ErrorCode::invalid_argument, "start pose {} of {} is not finite or not a rotation", i, poses);
    }
  }
  if (!std::isfinite(graph.start.alignment.yaw_rad) || !is_finite(graph.start.alignment.translation)) {
    return fail(ErrorCode::invalid_argument, "the start of the alignment is not finite");
  }
  if (graph.alignment_is_unknown && graph.positions.size() < 2) {
    return fail(ErrorCode::invalid_argument, "an unknown alignment needs 2 positions: the graph has {}",
                graph.positions.size());
  }
  GS_CHECK(check_factors(graph.relative, poses, "relative"));
  GS_CHECK(check_factors(graph.positions, poses, "position"));
  GS_CHECK(check_factors(graph.verticals, poses, "vertical"));
  GS_CHECK(check_factors(graph.priors, poses, "prior"));
  return check_connections(graph);
}

}  // namespace gs::mapping
