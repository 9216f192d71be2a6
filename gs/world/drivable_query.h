// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Fast "may one drive here?" over a drivable area.
#pragma once

#include <memory>

#include "gs/core/result.h"
#include "gs/world/data.h"

namespace gs {

// Borders count as inside, borders of holes too. One thread at a time: make one query object per thread.
class DrivableQuery {
 public:
  static Result<DrivableQuery> create(DrivableArea area);
  DrivableQuery(DrivableQuery&&) noexcept;
  DrivableQuery& operator=(DrivableQuery&&) noexcept;
  ~DrivableQuery();

  bool contains(Vec2d point_in_map) const { return polygon_at(point_in_map) != nullptr; }
  // The polygon whose properties apply: of those that contain the point the one with the highest priority, of equals
  // the first. Null when there is none.
  const DrivablePolygon* polygon_at(Vec2d point_in_map) const;

 private:
  struct Index;
  explicit DrivableQuery(std::unique_ptr<Index> index);
  std::unique_ptr<Index> index_;
};

}  // namespace gs
