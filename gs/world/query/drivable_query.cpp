// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/query/drivable_query.h"

#include <algorithm>
#include <cmath>

#include "gs/world/query/geos.h"

namespace gs::world {

struct DrivableQuery::Index {
  // A polygon with its bounding box.
  struct Entry {
    const DrivablePolygon* polygon;
    geos::Geometry geometry;
    geos::Prepared prepared;
    Vec2d min, max;
  };
  geos::Context context;  // declared first, so that it outlives its geometries
  DrivableArea area;
  std::vector<Entry> entries;  // highest priority first
};

DrivableQuery::DrivableQuery(std::unique_ptr<Index> index) : index_(std::move(index)) {}
DrivableQuery::DrivableQuery(DrivableQuery&&) noexcept = default;
DrivableQuery& DrivableQuery::operator=(DrivableQuery&&) noexcept = default;
DrivableQuery::~DrivableQuery() = default;

Result<DrivableQuery> DrivableQuery::create(DrivableArea area) {
  auto index = std::make_unique<Index>();
  index->area = std::move(area);
  const GEOSContextHandle_t context = index->context.get();
  for (const DrivablePolygon& polygon : index->area.polygons) {
    geos::Geometry geometry = geos::make_polygon(index->context, polygon);
    if (geometry == nullptr) return fail(ErrorCode::invalid_data, "a drivable polygon has a ring that is not closed");
    geos::Prepared prepared(GEOSPrepare_r(context, geometry.get()), geos::DestroyPrepared{context});
    if (prepared == nullptr) return fail(ErrorCode::invalid_data, "a drivable polygon cannot be indexed");
    Vec2d min = polygon.outer.front(), max = min;
    for (const Vec2d& p : polygon.outer) {
      min = {std::min(min.x, p.x), std::min(min.y, p.y)};
      max = {std::max(max.x, p.x), std::max(max.y, p.y)};
    }
    index->entries.push_back({&polygon, std::move(geometry), std::move(prepared), min, max});
  }
  // Highest priority first, so that the first hit is the result; stable, so that equals keep their order.
  std::stable_sort(index->entries.begin(), index->entries.end(),
                   [](const auto& a, const auto& b) { return a.polygon->priority > b.polygon->priority; });
  return DrivableQuery(std::move(index));
}

const DrivablePolygon* DrivableQuery::polygon_at(Vec2d p) const {
  if (!std::isfinite(p.x) || !std::isfinite(p.y)) return nullptr;
  const GEOSContextHandle_t context = index_->context.get();
  geos::Geometry point(nullptr, geos::DestroyGeometry{context});
  for (const Index::Entry& entry : index_->entries) {
    // The bounding box is tested first; it rejects most polygons without GEOS.
    if (p.x < entry.min.x || p.x > entry.max.x || p.y < entry.min.y || p.y > entry.max.y) continue;
    if (point == nullptr) point.reset(GEOSGeom_createPointFromXY_r(context, p.x, p.y));
    if (GEOSPreparedCovers_r(context, entry.prepared.get(), point.get()) == 1) return entry.polygon;
  }
  return nullptr;
}

}  // namespace gs::world
