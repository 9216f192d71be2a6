// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Direction and strength of the sun from the brightness of the road beside moving objects. Private to find_sun().
//
// A direction says which points of the road lie in the shadow of which box. In the right direction these points are
// darker than the same points at other times, and no others are.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gs/geometry/vec.h"
#include "gs/world/actors/sun_light.h"

namespace gs::builder {

// A box that stands on flat ground.
struct CastingBox {
  Vec2d centre;                              // in map [m]
  double yaw = 0;                            // [rad]
  double length = 0, width = 0, height = 0;  // [m]
};

// A point of the road in an image.
struct RoadSample {
  Vec2d at;             // in map [m]
  float log_ratio = 0;  // logarithm of its brightness divided by its brightness at other times
};

// The road in one image, and the boxes at the time of the image.
struct RoadImage {
  std::vector<CastingBox> boxes;
  std::vector<RoadSample> samples;
};

// Searches azimuths 0, 5, ... 355 and elevations 10, 15, ... 80 deg. The best direction explains most of the squared
// log ratios: it has the largest z = -sum / sqrt(n) over the n samples in its shadow. It is accepted if the mean light
// that is missing well inside is more than 8 %, and z is 4 standard deviations (from the median deviation) above the
// median of all directions. The
// strength is that of the lit part where buildings shade the rest. Both halves of the
// images must find the same direction within 15 deg of azimuth and 10 deg of elevation. Samples nearer than 0.3 m to a
// box are left out: contact shadows darken them in any light. Empty: no sun. The result does not depend on the number
// of threads.
std::optional<world::SunLight> fit_sun(std::span<const RoadImage> images);

}  // namespace gs::builder
