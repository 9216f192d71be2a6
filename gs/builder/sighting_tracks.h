// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Things followed from sweep to sweep. Private to find_sightings.
#pragma once

#include <span>

#include "gs/builder/moving_sightings.h"

namespace gs {

// The sightings of one sweep: a range of all, ordered by x of their middle.
struct SweepSightings {
  std::size_t begin, end;
  Timestamp stamp;
  Vec3d sensor_in_base;  // tells LiDARs apart
};

// Fills in what other sweeps know: velocities, times, and the parts of a near thing that lie below the lowest beam.
// Sweeps are in time order.
void follow(std::vector<Sighting>& sightings, std::span<const SweepSightings> sweeps, const SightingOptions& options);

}  // namespace gs
