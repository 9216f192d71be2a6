// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How high the ground is, from the points of a map.
#pragma once

#include <optional>
#include <vector>

#include "gs/builder/recorded_sweeps.h"
#include "gs/mapping/voxel.h"

namespace gs {

class GroundBelow {
 public:
  // What moved counts too: of sparse sweeps, some of the ground does.
  explicit GroundBelow(const MapPoints& map);

  // [m] in map, at the point's x and y. Nothing where the map has no point.
  std::optional<double> at(Vec3d point_in_map) const;

 private:
  mapping::KeyIndex columns_;
  std::vector<float> levels_;
};

}  // namespace gs
