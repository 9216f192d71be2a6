// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A small world in memory: undulating ground, a ring of coloured Gaussians, a wall, one camera and one LiDAR.
#pragma once

#include "gs/sim/sim_world.h"

namespace gs::sim {

SimWorld small_world();

}  // namespace gs::sim
