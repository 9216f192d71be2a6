// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Functions that add the parts of a street; private to this folder.
#pragma once

#include <algorithm>
#include <span>

#include "gs/synth/street/models.h"
#include "gs/synth/street/street.h"

namespace gs::synth::street {

// The street under construction.
struct Builder {
  Street& street;
  std::span<const ParkingGap> parking_gaps;
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
  // Whether a car that parks at s on a side of the road (+1: left) would stand in a gap.
  bool is_parking_gap(double s, double side) const {
    constexpr double kHalfBay = 2.95;
    return std::any_of(parking_gaps.begin(), parking_gaps.end(), [&](const ParkingGap& gap) {
      return gap.side * side > 0 && s > gap.from_s - kHalfBay && s < gap.to_s + kHalfBay;
    });
  }
  // Half the extent of the bridge along the road [m].
  static constexpr double kBridgeHalfLength = 6.0;
};

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

// Random person; origin on the ground below its middle, x forward.
StreetMesh person_mesh(Random random);

}  // namespace gs::synth::street
