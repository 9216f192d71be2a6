// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Tests whether a pose graph has a unique solution. Private to the solver.
#pragma once

#include "gs/mapping/pose_graph/pose_graph.h"

namespace gs::mapping {

// Errors: those of solve().
Result<void> check_graph(const PoseGraph& graph);

}  // namespace gs::mapping
