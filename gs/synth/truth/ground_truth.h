// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ground truth of the road in the formats of a world bundle.
#pragma once

#include "gs/synth/street/street.h"
#include "gs/world/interface_types.h"

namespace gs::synth {

// Heightmap of the ground strip along the road; NaN elsewhere.
world::HeightmapData ground_truth(const Road& road, double resolution_m);
// Area between the kerbs; the outlines of parked cars are holes.
world::DrivableArea drivable_truth(const Street& street);

}  // namespace gs::synth
