// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/pose_graph/pose_graph.h"

#include <algorithm>
#include <cmath>

#include "gs/mapping/pose_graph/block_system.h"
#include "gs/mapping/pose_graph/check_graph.h"
#include "gs/mapping/pose_graph/linearise.h"

namespace gs::mapping {
namespace {

constexpr double kFirstDamping = 1e-6, kLeastDamping = 1e-12, kMostDamping = 1e12;
constexpr double kYawDamping = 1e-3;
constexpr int kMostAnnealings = 60;

// Calls visit(factor, linearised factor) for every factor, in a fixed order.
void for_each_factor(const PoseGraph& graph, const GraphState& state, auto&& visit) {
  for (const RelativeFactor& f : graph.relative) visit(f, linearise(f, state));
  for (const PositionFactor& f : graph.positions) visit(f, linearise(f, state, graph.alignment_is_unknown));
  for (const VerticalFactor& f : graph.verticals) visit(f, linearise(f, state));
  for (const PriorFactor& f : graph.priors) visit(f, linearise(f, state));
}

// The kernel of a factor while bounded kernels are wider by `widening`.
RobustKernel widened(RobustKernel kernel, double widening) {
  if (kernel.shape == KernelShape::geman_mcclure) kernel.scale *= widening;
  return kernel;
}

double cost_of(const PoseGraph& graph, const GraphState& state, double widening) {
  double cost = 0;
  for_each_factor(graph, state, [&](const auto& factor, const LinearFactor& f) {
    cost += robust_cost(widened(factor.kernel, widening), f.residual.squaredNorm());
  });
  return cost;
}

// H = sum J^T w J and b = -sum J^T w r.
void assemble(const PoseGraph& graph, const GraphState& state, double widening, BlockSystem& system) {
  system.set_zero();
  for_each_factor(graph, state, [&](const auto& factor, const LinearFactor& f) {
    const double w = robust_weight(widened(factor.kernel, widening), f.residual.squaredNorm());
    const EigenMatrix6 first = w * f.by_first.transpose();
    system.add(f.first, f.first, first * f.by_first);
    system.add_right(f.first, -first * f.residual);
    if (!f.second) return;
    const EigenMatrix6 second = w * f.by_second.transpose();
    system.add(*f.second, *f.second, second * f.by_second);
    system.add(*f.second, f.first, second * f.by_first);
    system.add_right(*f.second, -second * f.residual);
  });
  if (!graph.alignment_is_unknown) return;
  // Two of the six numbers of the alignment do not exist. The yaw is not measured while the vehicle stands still: a
  // small damping keeps it.
  EigenMatrix6 unused = EigenMatrix6::Zero();
  unused(0, 0) = kYawDamping;
  unused(1, 1) = unused(2, 2) = 1;
  system.add(state.poses.size(), state.poses.size(), unused);
}

GraphState moved_by(const GraphState& state, const Eigen::VectorXd& x, bool with_alignment) {
  GraphState out = state;
  for (std::size_t i = 0; i < out.poses.size(); ++i) out.poses[i] = moved(state.poses[i], BlockSystem::part(x, i));
  if (with_alignment) out.alignment = moved(state.alignment, BlockSystem::part(x, out.poses.size()));
  return out;
}

BlockSystem system_of(const PoseGraph& graph) {
  const std::size_t poses = graph.start.poses.size();
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const RelativeFactor& f : graph.relative) pairs.emplace_back(f.from, f.to);
  if (!graph.alignment_is_unknown) return {poses, std::move(pairs)};
  for (const PositionFactor& f : graph.positions) pairs.emplace_back(f.pose, poses);
  return {poses + 1, std::move(pairs)};
}

// Levenberg-Marquardt at one width of the bounded kernels; adds to solution.iterations.
void descend(const PoseGraph& graph, const PoseGraphOptions& options, double widening, BlockSystem& system,
             PoseGraphSolution& solution) {
  double cost = cost_of(graph, solution.state, widening), damping = kFirstDamping;
  solution.converged = false;
  while (solution.iterations < options.iterations && !solution.converged) {
    assemble(graph, solution.state, widening, system);
    bool better = false;
    while (!better && damping <= kMostDamping && solution.iterations < options.iterations) {
      ++solution.iterations;
      if (const auto x = system.solve(damping)) {
        GraphState next = moved_by(solution.state, *x, graph.alignment_is_unknown);
        const double next_cost = cost_of(graph, next, widening);
        if (next_cost <= cost) {
          solution.converged = cost - next_cost <= options.converged_share * cost;
          solution.state = std::move(next);
          cost = next_cost;
          better = true;
        }
      }
      // Kept for the next step, which is seldom much more or less linear than this one.
      damping = better ? std::max(kLeastDamping, 0.1 * damping) : 10 * damping;
    }
    if (!better) solution.converged = damping > kMostDamping;  // no direction lowers the cost: rounding is reached
    if (!better) break;
  }
}

// Width at which the worst bounded factor has a quarter of its weight.
double first_widening(const PoseGraph& graph) {
  double widest2 = 1;
  for_each_factor(graph, graph.start, [&](const auto& factor, const LinearFactor& f) {
    if (factor.kernel.shape != KernelShape::geman_mcclure) return;
    widest2 = std::max(widest2, f.residual.squaredNorm() / (factor.kernel.scale * factor.kernel.scale));
  });
  return std::sqrt(widest2);
}

template <class Factor, class... More>
double squared_residual(const Factor& factor, const GraphState& state, More... more) {
  return linearise(factor, state, more...).residual.squaredNorm();
}

}  // namespace

Result<PoseGraphSolution> solve(const PoseGraph& graph, const PoseGraphOptions& options) {
  GS_CHECK(check_graph(graph));
  PoseGraphSolution solution{.state = graph.start};
  solution.cost_before = cost_of(graph, graph.start, 1);
  if (graph.start.poses.empty()) return solution;
  BlockSystem system = system_of(graph);
  double widening = first_widening(graph);
  for (int k = 0; k < kMostAnnealings && widening > 1; ++k) {
    // Each width needs only a few steps, because the next one starts from its result.
    PoseGraphOptions few = options;
    few.iterations = 4;
    solution.iterations = 0;
    descend(graph, few, widening, system, solution);
    widening = std::max(1.0, widening / std::sqrt(options.anneal));
  }
  solution.iterations = 0;
  descend(graph, options, 1, system, solution);
  solution.cost_after = cost_of(graph, solution.state, 1);
  return solution;
}

double chi_squared(const RelativeFactor& factor, const GraphState& state) { return squared_residual(factor, state); }
double chi_squared(const PositionFactor& factor, const GraphState& state) {
  return squared_residual(factor, state, false);
}
double chi_squared(const VerticalFactor& factor, const GraphState& state) { return squared_residual(factor, state); }
double chi_squared(const PriorFactor& factor, const GraphState& state) { return squared_residual(factor, state); }

}  // namespace gs::mapping
