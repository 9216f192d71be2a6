// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Shadows of actors in images: a contact shadow below each, and that of the sun.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gs/sim/traffic/actor_clouds.h"
#include "gs/sim/traffic/traffic.h"
#include "gs/splat/kernel/ground_shadow.h"
#include "gs/splat/model/cloud.h"
#include "gs/world/actors/sun_light.h"

namespace gs::sim {

// Which shadows the actors of a run cast.
struct ActorShadows {
  bool contact = false;
  std::optional<world::SunLight> sun{};

  // From the option simulation.shadows: none, contact, or sun; without a sun in the world the last two are the same.
  static ActorShadows of(std::string_view option, const world::World& world);

  // Shadows in an image that is read from `first` to `last`, of the actors in the instances of that image; at the pose
  // in the middle. Reuses the memory of `out`.
  void in_image(const Traffic& traffic, const ActorClouds& clouds, Timestamp first, Timestamp last,
                std::vector<splat::GroundShadow>& out) const;
};

// Marks the Gaussians on which shadows fall: 1 if the mean lies between 0.3 m below and 0.1 m above the heightmap, else
// 0. [N]
std::vector<uint8_t> ground_layer(const splat::GaussianCloud& cloud, const world::HeightmapData& heightmap);

}  // namespace gs::sim
