// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The road's closed forms in the formats of a world bundle.
#pragma once

#include "gs/synth/street/street.h"
#include "gs/world/data.h"

namespace gs {

// Heights within the strip of ground along the road; NaN elsewhere.
HeightmapData ground_truth(const Road& road, double resolution_m);
// Between the kerbs, without the outlines of the cars parked there.
DrivableArea drivable_truth(const Street& street);

}  // namespace gs
