// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rough height of the ground per column of 0.4 m, from the lowest map points. Private to PointcloudIntegrator.
#pragma once

#include <algorithm>

#include "gs/mapping/static_map/point_accumulator.h"

namespace gs::mapping {

// The level of a column is the lowest point of the columns around it, raised by kSlope times their distance.
class GroundLevel {
 public:
  explicit GroundLevel(const PointAccumulator& map) {
    for (std::size_t i = 0; i < map.cells.size(); ++i) {
      if (map.cells[i].count < 2) continue;  // single points may be reflections below the ground
      const MapPoint point = map.point(i);
      const uint32_t column = columns_.find_or_add(pack(column_of(point.position)));
      if (column == lowest_.size()) lowest_.push_back(point.position.z);
      lowest_[column] = std::min(lowest_[column], point.position.z);
    }
    level_ = lowest_;
    for (std::size_t i = 0; i < level_.size(); ++i) level_[i] = from_around(unpack(columns_.keys()[i]));
  }

  // Height of a point above the ground of its column [m]; 0 if the column has no points.
  double height(Vec3d point) const {
    const uint32_t column = columns_.find(pack(column_of(point)));
    return column == KeyIndex::kNone ? 0 : point.z - level_[column];
  }

 private:
  static constexpr double kColumn_m = 0.4;
  // Neighbouring columns searched, and the greatest slope of ground: an object that hides the ground of its own column
  // does not hide it in all columns around.
  static constexpr int kReach = 3;
  static constexpr double kSlope = 0.3;

  static Voxel column_of(Vec3d point) { return voxel_of({point.x, point.y, 0}, kColumn_m).value_or(Voxel{}); }
  // Smallest of lowest + kSlope * distance over the (2 kReach + 1)^2 columns around.
  double from_around(Voxel column) const {
    double level = 1e300;
    for (int dy = -kReach; dy <= kReach; ++dy) {
      for (int dx = -kReach; dx <= kReach; ++dx) {
        const uint32_t near = columns_.find(pack({column.x + dx, column.y + dy, 0}));
        if (near == KeyIndex::kNone) continue;
        const double away = kColumn_m * std::max(std::abs(dx), std::abs(dy));
        level = std::min(level, lowest_[near] + kSlope * away);
      }
    }
    return level;
  }

  KeyIndex columns_;
  std::vector<double> lowest_, level_;
};

}  // namespace gs::mapping
