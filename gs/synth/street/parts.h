// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Functions that add the parts of a street; private to this folder.
#pragma once

#include "gs/synth/street/street.h"

namespace gs::synth::street {

// The street under construction.
struct Builder {
  Street& street;
  uint32_t next_instance = 1;

  // Parts of the street and its seed.
  const Road& road() const { return street.road; }
  StreetMesh& mesh() { return street.mesh; }
  uint64_t seed() const { return static_cast<uint64_t>(street.options.seed); }
  // Registers an object; returns its instance id.
  uint32_t new_object(const char* kind, bool moves = false) {
    street.objects.push_back({next_instance, kind, moves});
    return next_instance++;
  }
  // Random numbers for one item, independent of all others.
  Random random(const char* what, uint64_t index) const { return Random(seed(), purpose(what), index); }
  // Upright frame on the ground at road coordinates (s, d): x along the road, y to the left; turned_rad is added to the
  // heading.
  Rigid3d frame(double s, double d, double turned_rad = 0) const {
    return {Quaterniond::from_axis_angle({0, 0, 1}, road().at(s).heading_rad + turned_rad), road().ground(s, d)};
  }
  // True if s is at least `margin` away from the intersection, the bridge and a sharp turn, where no buildings or
  // furniture may stand.
  bool is_free(double s, double margin) const {
    return std::fabs(s - road().intersection_s()) > Road::kSideStreetHalfWidth + margin &&
           std::fabs(s - road().bridge_s()) > kBridgeHalfLength + margin &&
           std::fabs(s - road().turn_s()) > road().turn_half_length_m() + margin;
  }
  // Half the extent of the bridge along the road [m].
  static constexpr double kBridgeHalfLength = 6.0;
};

// Linear RGB of an sRGB colour 0xRRGGBB (gamma 2.2).
Vec3f linear_color(uint32_t srgb_hex);

// Each adds one kind of part to the street.
void add_ground(Builder& b);
void add_buildings(Builder& b);
void add_trees(Builder& b);
void add_furniture(Builder& b);  // lamps, signs, bins, bollards
void add_fences(Builder& b);
void add_bridge(Builder& b);
void add_skyline(Builder& b);
void add_tunnel(Builder& b);  // walls and ceiling along the whole road
void add_parked_cars(Builder& b);
void add_traffic(Builder& b);

// Random car or person; origin on the ground below its middle, x forward.
StreetMesh car_mesh(Random random);
StreetMesh person_mesh(Random random);

}  // namespace gs::synth::street
