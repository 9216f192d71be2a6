// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sun, sky and haze. Radiance is linear, 1 = a white wall in full sun.
#pragma once

#include "gs/geometry/vec.h"
#include "gs/synth/street/options.h"

namespace gs {

class Sky {
 public:
  explicit Sky(const StreetOptions& options);

  Vec3f to_sun() const { return to_sun_; }  // unit
  Vec3f sun() const { return sun_; }        // irradiance on a face turned to the sun
  // Irradiance from the whole sky and from the lit ground, on a face with this normal.
  Vec3f ambient(Vec3f normal) const;
  // What is seen in this direction, with clouds. Reflections use clear(), which costs little.
  Vec3f radiance(Vec3f direction) const;
  Vec3f clear(Vec3f direction) const;
  // Haze over a distance [m].
  Vec3f through_haze(Vec3f radiance, Vec3f direction, float distance_m) const;

 private:
  Vec3f to_sun_, sun_, zenith_, horizon_;
  float cloud_cover_;
  uint32_t seed_;
};

}  // namespace gs
