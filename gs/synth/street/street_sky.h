// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sun, sky and haze. Radiance is linear; 1 is a white wall in full sun.
#pragma once

#include "gs/geometry/vec.h"
#include "gs/synth/street/options.h"

namespace gs::synth {

// Light of a street at one time of day.
class StreetSky {
 public:
  explicit StreetSky(const StreetOptions& options);

  Vec3f to_sun() const { return to_sun_; }  // unit vector towards the sun
  Vec3f sun() const { return sun_; }        // irradiance on a surface that faces the sun
  // Irradiance from the sky and from light reflected by the ground, on a surface with this normal.
  Vec3f ambient(Vec3f normal) const;
  // Radiance of the sky in a direction, with clouds; clear() omits clouds and is cheap enough for reflections.
  Vec3f radiance(Vec3f direction) const;
  Vec3f clear(Vec3f direction) const;
  // Radiance of an object seen through haze over a distance.
  Vec3f through_haze(Vec3f radiance, Vec3f direction, float distance_m) const;

 private:
  Vec3f to_sun_, sun_, zenith_, horizon_;
  float cloud_cover_;
  uint32_t seed_;
};

}  // namespace gs::synth
