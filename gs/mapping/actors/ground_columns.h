// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Height of the ground in columns of 0.5 m, from the lowest points of the sweeps themselves: known as far as the
// sensors see, beyond the ground surface of the world. Private to track_objects.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "gs/mapping/voxel.h"

namespace gs::mapping {

// Add all points, then call finish(), then ask for heights.
class GroundColumns {
 public:
  void add(Vec3d point) {
    const auto column = column_of(point);
    if (!column) return;
    const uint32_t i = columns_.find_or_add(pack(*column));
    if (i == lowest_.size()) lowest_.push_back(kNone);
    Lowest& lowest = lowest_[i];
    if (!(point.z < lowest.back())) return;
    lowest.back() = static_cast<float>(point.z);
    std::ranges::sort(lowest);
  }

  // The level of a column is the lowest of the columns around it, raised by kSlope times their distance: an object
  // that hides the ground of its own column does not hide that of all columns around.
  void finish() {
    level_.resize(lowest_.size());
    for (std::size_t i = 0; i < level_.size(); ++i) level_[i] = from_around(unpack(columns_.keys()[i]));
  }

  // Height of a point above the ground [m]; 0 where no ground is known.
  double height(Vec3d point) const {
    const auto column = column_of(point);
    const uint32_t i = column ? columns_.find(pack(*column)) : KeyIndex::kNone;
    return i == KeyIndex::kNone ? 0 : point.z - static_cast<double>(level_[i]);
  }

 private:
  static constexpr double kColumn_m = 0.5;
  static constexpr int kReach = 3;
  static constexpr float kSlope = 0.3f;
  // The third lowest point counts: single points may be reflections below the ground.
  using Lowest = std::array<float, 3>;
  static constexpr float kInfinite = std::numeric_limits<float>::infinity();
  static constexpr Lowest kNone{kInfinite, kInfinite, kInfinite};

  static std::optional<Voxel> column_of(Vec3d point) { return voxel_of({point.x, point.y, 0}, kColumn_m); }
  float from_around(Voxel column) const {
    float level = kInfinite;
    for (int dy = -kReach; dy <= kReach; ++dy) {
      for (int dx = -kReach; dx <= kReach; ++dx) {
        const uint32_t near = columns_.find(pack({column.x + dx, column.y + dy, 0}));
        if (near == KeyIndex::kNone) continue;
        const auto away = static_cast<float>(kColumn_m) * static_cast<float>(std::max(std::abs(dx), std::abs(dy)));
        level = std::min(level, lowest_[near].back() + kSlope * away);
      }
    }
    return level;
  }

  KeyIndex columns_;
  std::vector<Lowest> lowest_;
  std::vector<float> level_;
};

}  // namespace gs::mapping
