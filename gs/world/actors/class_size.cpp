// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/actors/class_size.h"

#include <algorithm>

namespace gs::world {
namespace {

bool is_between(double value, double min, double max) { return value >= min && value <= max; }

bool is_usual(ActorClass actor_class, Vec3d size) {
  const auto [length, width, height] = size;
  switch (actor_class) {
    case ActorClass::pedestrian:
      return std::max(length, width) <= 1.3 && is_between(height, 0.9, 2.3);
    case ActorClass::two_wheeler:
      return is_between(length, 1.0, 2.8) && width <= 1.2 && is_between(height, 0.9, 2.3);
    case ActorClass::car:
      return is_between(length, 3.0, 5.9) && is_between(width, 1.3, 2.35) && is_between(height, 1.1, 2.4);
    case ActorClass::large_vehicle:
      return (length > 5.9 || height > 2.4) && length <= 26 && is_between(width, 1.6, 3.2);
    case ActorClass::unknown:
      return true;
  }
  return true;
}

std::string_view usual_bounds(ActorClass actor_class) {
  switch (actor_class) {
    case ActorClass::pedestrian:
      return "length and width at most 1.3 m, height 0.9 to 2.3 m";
    case ActorClass::two_wheeler:
      return "length 1 to 2.8 m, width at most 1.2 m, height 0.9 to 2.3 m";
    case ActorClass::car:
      return "length 3 to 5.9 m, width 1.3 to 2.35 m, height 1.1 to 2.4 m";
    case ActorClass::large_vehicle:
      return "longer than 5.9 m or higher than 2.4 m, length at most 26 m, width 1.6 to 3.2 m";
    case ActorClass::unknown:
      return "any";
  }
  return "any";
}

}  // namespace

std::optional<std::string_view> unusual_size(ActorClass actor_class, Vec3d size) {
  if (is_usual(actor_class, size)) return std::nullopt;
  return usual_bounds(actor_class);
}

}  // namespace gs::world
