// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Fast point-in-polygon queries on a drivable area.
#pragma once

#include <memory>

#include "gs/core/result.h"
#include "gs/world/interface_types.h"

namespace gs::world {

// Points on borders, also on borders of holes, count as inside. Not thread-safe: use one query object per thread.
class DrivableQuery {
 public:
  // Builds the index. Errors: invalid_data for a polygon whose ring is not closed.
  static Result<DrivableQuery> create(DrivableArea area);
  DrivableQuery(DrivableQuery&&) noexcept;
  DrivableQuery& operator=(DrivableQuery&&) noexcept;
  ~DrivableQuery();

  // True if the point (x, y in map [m]) is drivable.
  bool contains(Vec2d point_in_map) const { return polygon_at(point_in_map) != nullptr; }
  // The polygon whose properties apply at a point: the one with the highest priority that contains it, the first among
  // equals. nullptr if no polygon contains the point.
  const DrivablePolygon* polygon_at(Vec2d point_in_map) const;

 private:
  struct Index;
  explicit DrivableQuery(std::unique_ptr<Index> index);
  std::unique_ptr<Index> index_;
};

}  // namespace gs::world
