// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How long objects stood before and after their motion. Private to build_objects().
#pragma once

#include <vector>

#include "gs/core/progress.h"
#include "gs/mapping/actors/object_track.h"
#include "gs/mapping/sweep.h"

namespace gs::mapping {

// An object that stands at one end of its track.
struct StandingObject {
  ObjectState state;          // at that end
  std::vector<Vec3f> points;  // in the object frame, at most a few hundred
  Timestamp until;            // set by find_parked(): last time at which it was seen standing there
};

// Follows the objects through the sweeps after (forward) or before their stamps, about every half second. An object
// stands while its points are hit, and is gone when rays pass through it; while it is hidden, the last verdict counts
// for up to 10 s. Errors: those of the source; interrupted.
Result<void> find_parked(SweepSource& sweeps, std::vector<StandingObject>& objects, bool forward, Progress& progress);

}  // namespace gs::mapping
