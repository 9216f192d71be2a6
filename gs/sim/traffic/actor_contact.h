// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Contacts of the ego vehicle's box with the boxes of actors.
#pragma once

#include <optional>
#include <string>

#include "gs/geometry/rigid.h"
#include "gs/sim/vehicle/collision.h"

namespace gs::sim {

// Side of the ego vehicle that is touched.
enum class EgoSide : uint8_t { front, rear, left, right };

// A contact that begins.
struct Collision {
  bool with_actor = false;    // false: with the static mesh
  std::string other{};        // name of the actor; "static_mesh"
  Vec3d point{};              // in map [m]
  double relative_speed = 0;  // [m/s]
  EgoSide side = EgoSide::front;
};

// A point of the contact of two boxes that stand on the ground, in map; empty if they do not touch. Footprints are
// compared with the separating axis theorem, and heights separately.
std::optional<Vec3d> contact_of(const Box& a, const Rigid3d& map_from_a, const Box& b, const Rigid3d& map_from_b);

// Side of a box that is nearest to a point in map.
EgoSide side_of(const Box& box, const Rigid3d& map_from_base_link, Vec3d point);

}  // namespace gs::sim
