// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A small world in memory: undulating ground, a ring of coloured Gaussians, a wall, one camera and one LiDAR.
#pragma once

#include "gs/sim/world_loader.h"

namespace gs::sim {

SimWorld small_world();

}  // namespace gs::sim
