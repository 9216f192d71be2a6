// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rules for actors that a user spawns or moves.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gs/sim/traffic/actor_contact.h"
#include "gs/sim/traffic/traffic.h"

namespace gs::sim {

// Where a user wants an actor: centre of the floor of its box, and its motion from now on.
struct WantedPlace {
  Rigid3d map_from_actor{};        // only the yaw of the rotation is used: the ground gives the tilt
  double speed = 0, yaw_rate = 0;  // along its x axis [m/s], about its z axis [rad/s]
};

// What an actor must not touch.
struct Surroundings {
  const SimWorld& world;
  const Traffic& traffic;
  const GroundContact& ground;
  const CollisionGrid* mesh = nullptr;  // null: no mesh
  Box ego_box{};
  Rigid3d map_from_ego{};
};

// Checks a place for an actor of `size` and puts it on the ground. `self`: index of the actor if it exists, which may
// stay where it is. Errors: invalid_data if a value is not finite or too large, the place is farther than 50 m from the
// extent of the world, more than 0.5 m above or below the ground, or inside the static mesh, the ego vehicle or another
// actor.
Result<Placement> check_place(const Surroundings& around, Vec3d size, const WantedPlace& wanted, Timestamp now,
                              std::optional<uint32_t> self);

// Name for a new actor. Errors: invalid_argument for a name that breaks the rules of names or is empty without
// `may_rename`; already_exists for one that is taken.
Result<std::string> name_for_actor(const Traffic& traffic, std::string_view wanted, std::string_view asset,
                                   bool may_rename);

}  // namespace gs::sim
