// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Residuals of the factors and their derivatives. Private to the solver.
//
// A pose is changed by a rotation vector w about its own position and a translation v, both in map axes:
// R <- Exp(w) R, t <- t + v. An alignment is changed by a yaw and a translation, as the first and the last three of
// six.
#pragma once

#include <optional>

#include "gs/mapping/pose_graph/eigen_types.h"
#include "gs/mapping/pose_graph/pose_graph.h"

namespace gs::mapping {

// Whitened residual of one factor and its derivatives by up to two blocks of six unknowns. Unused rows are zero.
struct LinearFactor {
  EigenVector6 residual = EigenVector6::Zero();
  std::size_t first = 0;                // block of jacobian_first
  std::optional<std::size_t> second{};  // block of jacobian_second
  EigenMatrix6 by_first = EigenMatrix6::Zero(), by_second = EigenMatrix6::Zero();
};

// Linearises a factor at the given poses. The alignment is block number poses.size() if it is unknown.
LinearFactor linearise(const RelativeFactor& factor, const GraphState& state);
LinearFactor linearise(const PositionFactor& factor, const GraphState& state, bool alignment_is_unknown);
LinearFactor linearise(const VerticalFactor& factor, const GraphState& state);
LinearFactor linearise(const PriorFactor& factor, const GraphState& state);

// The pose or alignment changed by an increment.
Rigid3d moved(const Rigid3d& pose, const EigenVector6& increment);
Alignment moved(const Alignment& alignment, const EigenVector6& increment);

}  // namespace gs::mapping
