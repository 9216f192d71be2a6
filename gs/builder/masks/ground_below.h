// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ground height from the points of a map.
#pragma once

#include <optional>
#include <vector>

#include "gs/builder/recording/ingested_sweeps.h"
#include "gs/mapping/voxel.h"

namespace gs::builder {

// Median over 2.5 m x 2.5 m of the lowest points of columns of 0.5 m.
class GroundBelow {
 public:
  // Uses static and moving points: in sparse sweeps some ground points are classified as moving.
  explicit GroundBelow(const MapPoints& map);

  // Ground height [m] in map at the x and y of the point. Empty if the map has no point in that column.
  std::optional<double> at(Vec3d point_in_map) const;

 private:
  mapping::KeyIndex columns_;
  std::vector<float> levels_;
};

}  // namespace gs::builder
