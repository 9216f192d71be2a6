// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Tracking of moving objects from sweep to sweep. Private to find_sightings.
#pragma once

#include <span>

#include "gs/builder/masks/moving_objects_in_sweeps.h"

namespace gs::builder {

// The objects of one sweep: a range of all objects, sorted by x of their centroid.
struct SweepObjects {
  std::size_t begin, end;
  Timestamp stamp;
  Vec3d sensor_in_base;  // identifies the LiDAR
};

// Adds information from neighbouring sweeps (in time order): velocities, stamps of the same object before and after,
// and the lower parts of near objects that lie below the lowest beam.
void follow(std::vector<MovingObject>& objects, std::span<const SweepObjects> sweeps,
            const MovingObjectOptions& options);

}  // namespace gs::builder
