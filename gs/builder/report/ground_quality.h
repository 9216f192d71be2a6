// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Quality of the ground without ground truth: how much of it is known, and how well it fits the height of the wheels,
// and how free the drivable area is.
#pragma once

#include <cstddef>
#include <optional>

#include "gs/core/json/node.h"
#include "gs/world/bundle.h"

namespace gs::builder {

// Result of measure_ground().
struct GroundQuality {
  double known_fraction = 0;          // samples of the heightmap with a height
  std::size_t poses = 0, over = 0;    // poses of the path, and those over known ground
  std::optional<double> rmse_m = {};  // height of base_link above the ground; empty: no pose is over known ground
  double drivable_m2 = 0;
  std::optional<double> occupied_share = {};  // of the drivable area, 0 to 1; empty: not measured
};

// Compares heightmap and path. base_link of the world must be on the ground. `geometry` is geometry.json, which holds
// what the geometry step measured of the drivable area.
GroundQuality measure_ground(const world::World& world, const Node& geometry);

// Adds the parts "heightmap", "ground_under_path" and "drivable_area" of quality.json.
void add_to(Node& node, const GroundQuality& ground);

}  // namespace gs::builder
