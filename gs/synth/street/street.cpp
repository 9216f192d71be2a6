// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/street/street.h"

#include <cmath>

#include "gs/synth/street/parts.h"

namespace gs::synth {

Vec3f street::linear_color(uint32_t hex) {
  const auto channel = [&](int shift) { return std::pow(static_cast<float>(hex >> shift & 255u) / 255.0f, 2.2f); };
  return {channel(16), channel(8), channel(0)};
}

double lap_length_m(const Road& road) {
  return road.is_closed() ? road.length_m() : road.last_s() - road.first_s() - 10;
}

Rigid3d Street::map_from_actor(const Actor& actor, double time_s) const {
  const double lap = lap_length_m(road);
  const double start = road.is_closed() ? road.first_s() : road.first_s() + 5;
  // Actors re-enter at the other end: positions are periodic with the length of the lap.
  double s = std::fmod(actor.s0 + actor.speed_mps * time_s - start, lap);
  s = start + (s < 0 ? s + lap : s);
  const double direction = actor.speed_mps < 0 ? kPi : 0;
  Vec3d at = road.ground(s, actor.d);
  // Cars pitch with the slope of the road; people stay upright.
  const double slope = (road.elevation(s + 1.3) - road.elevation(s - 1.3)) / 2.6;
  const double pitch = actor.bob_m > 0 ? 0.0 : -std::atan(slope) * (actor.speed_mps < 0 ? -1 : 1);
  at.z += actor.bob_m * 0.5 * (1 - std::cos(2 * kPi * 1.9 * time_s + actor.s0));
  return {Quaterniond::from_rpy(0, pitch, road.at(s).heading_rad + direction), at};
}

namespace {

// The order of the parts fixes the instance ids.
void add_town(street::Builder& builder) {
  street::add_buildings(builder);
  street::add_bridge(builder);
  street::add_skyline(builder);
  street::add_trees(builder);
  street::add_furniture(builder);
  street::add_fences(builder);
  street::add_parked_cars(builder);
}

}  // namespace

Street make_street(const StreetOptions& options, bool with_traffic, std::span<const ParkingGap> parking_gaps) {
  Street result{.options = options, .road = Road(options)};
  street::Builder builder{result, parking_gaps};
  street::add_ground(builder);
  if (options.scenery == "tunnel") street::add_tunnel(builder);
  if (options.scenery == "town") add_town(builder);
  if (with_traffic) street::add_traffic(builder);
  return result;
}

}  // namespace gs::synth
