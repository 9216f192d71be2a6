// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The sun of a drive: the road beside moving actors is compared with itself before and after.
#pragma once

#include <optional>
#include <span>

#include "gs/builder/recording/ingested_images.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/mapping/objects/build_objects.h"
#include "gs/world/actors/sun_light.h"

namespace gs::builder {

// Options of find_sun().
struct SunOptions {
  double spacing_m = 0.5;                    // between the points of the road
  double beside_m = 6;                       // points up to this far from the path of an actor
  std::size_t max_points = 20'000;           // points of the road, spread over all
  std::size_t max_actors = 100;              // actors beside which the road is looked at
  std::size_t max_views = 400;               // images used, spread over those near moving actors
  double min_range_m = 3, max_range_m = 30;  // distance between camera and point
  double before_s = 3;                       // images before and after an actor show the road without it
};

// The sun that moving actors block, or nothing if their surroundings do not get darker. Reads images of all cameras;
// one that cannot be read is a warning. The result does not depend on the number of threads. Errors: interrupted; those
// of masks.
Result<std::optional<world::SunLight>> find_sun(std::span<const mapping::MovingObjectModel> actors,
                                                std::span<const RecordedCamera> cameras,
                                                const mapping::GroundHeight& ground, const SunOptions& options,
                                                Problems& problems, Progress& progress);

}  // namespace gs::builder
