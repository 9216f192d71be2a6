// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The parts a street is put together from; private to this folder.
#pragma once

#include "gs/synth/street/street.h"

namespace gs::street {

struct Builder {
  Street& street;
  uint32_t next_instance = 1;

  const Road& road() const { return street.road; }
  StreetMesh& mesh() { return street.mesh; }
  uint64_t seed() const { return static_cast<uint64_t>(street.options.seed); }
  uint32_t new_object(const char* kind, bool moves = false) {
    street.objects.push_back({next_instance, kind, moves});
    return next_instance++;
  }
  Random random(const char* what, uint64_t index) const { return Random(seed(), purpose(what), index); }
  // Upright frame on the ground: x along the road, y to the left; turned adds to the heading.
  Rigid3d frame(double s, double d, double turned_rad = 0) const {
    return {Quaterniond::from_axis_angle({0, 0, 1}, road().at(s).heading_rad + turned_rad), road().ground(s, d)};
  }
  // Keeps buildings and furniture out of the intersection and the bridge.
  bool is_free(double s, double margin) const {
    return std::fabs(s - road().intersection_s()) > Road::kSideStreetHalfWidth + margin &&
           std::fabs(s - road().bridge_s()) > kBridgeHalfLength + margin;
  }
  static constexpr double kBridgeHalfLength = 6.0;
};

Vec3f linear_color(uint32_t srgb_hex);

void add_ground(Builder& b);
void add_buildings(Builder& b);
void add_trees(Builder& b);
void add_furniture(Builder& b);  // lamps, signs, bins, bollards
void add_fences(Builder& b);
void add_bridge(Builder& b);
void add_skyline(Builder& b);
void add_parked_cars(Builder& b);
void add_traffic(Builder& b);

StreetMesh car_mesh(Random random);
StreetMesh person_mesh(Random random);

}  // namespace gs::street
