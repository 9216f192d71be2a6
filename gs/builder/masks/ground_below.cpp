// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/masks/ground_below.h"

#include <algorithm>

namespace gs::builder {
namespace {

constexpr double kColumn_m = 0.5;
constexpr int kReach = 2;  // columns to every side: an object hides the ground in some of them only

std::optional<mapping::Voxel> column_of(Vec3d point) { return mapping::voxel_of({point.x, point.y, 0}, kColumn_m); }

}  // namespace

GroundBelow::GroundBelow(const MapPoints& map) {
  // Lowest point of every column.
  std::vector<float> lowest;
  for (const std::vector<Vec3f>* points : {&map.standing, &map.moving}) {
    for (const Vec3f& point : *points) {
      const auto at = column_of(cast<double>(point));
      if (!at) continue;
      const uint32_t column = columns_.find_or_add(mapping::pack(*at));
      if (column == lowest.size()) lowest.push_back(point.z);
      lowest[column] = std::min(lowest[column], point.z);
    }
  }
  // Level of a column: median of the lowest points of the columns around it.
  std::vector<float> around;
  // In the order of the keys, so that the index of a column is also that of its level.
  for (const uint64_t key : columns_.keys()) {
    const mapping::Voxel at = mapping::unpack(key);
    around.clear();
    for (int dy = -kReach; dy <= kReach; ++dy) {
      for (int dx = -kReach; dx <= kReach; ++dx) {
        const uint32_t near = columns_.find(mapping::pack({at.x + dx, at.y + dy, 0}));
        if (near != mapping::KeyIndex::kNone) around.push_back(lowest[near]);
      }
    }
    const auto middle = around.begin() + static_cast<std::ptrdiff_t>(around.size() / 2);
    std::nth_element(around.begin(), middle, around.end());
    levels_.push_back(*middle);
  }
}

std::optional<double> GroundBelow::at(Vec3d point_in_map) const {
  const auto at = column_of(point_in_map);
  const uint32_t column = at ? columns_.find(mapping::pack(*at)) : mapping::KeyIndex::kNone;
  if (column == mapping::KeyIndex::kNone) return std::nullopt;
  return static_cast<double>(levels_[column]);
}

}  // namespace gs::builder
