// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// RAII owners of GEOS objects. Private to this library: only its sources include it.
#pragma once

#include <geos_c.h>

#include <memory>
#include <utility>
#include <vector>

#include "gs/world/interface_types.h"

namespace gs::world::geos {

// A GEOS context. GEOS keeps its state in it; one thread at a time may use it.
class Context {
 public:
  Context() : handle_(GEOS_init_r()) {}  // without message handlers GEOS prints nothing
  ~Context() { GEOS_finish_r(handle_); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  GEOSContextHandle_t get() const { return handle_; }

 private:
  GEOSContextHandle_t handle_;
};

// Deleters for unique_ptr.
struct DestroyGeometry {
  GEOSContextHandle_t context;
  void operator()(GEOSGeometry* g) const { GEOSGeom_destroy_r(context, g); }
};
using Geometry = std::unique_ptr<GEOSGeometry, DestroyGeometry>;

// The same for prepared geometries.
struct DestroyPrepared {
  GEOSContextHandle_t context;
  void operator()(const GEOSPreparedGeometry* g) const { GEOSPreparedGeom_destroy_r(context, g); }
};
using Prepared = std::unique_ptr<const GEOSPreparedGeometry, DestroyPrepared>;

// Ring of a polygon; null if GEOS rejects the points (not closed, or fewer than 4).
inline Geometry make_ring(const Context& context, const Ring& ring) {
  std::vector<double> xy;
  xy.reserve(2 * ring.size());
  for (const Vec2d& p : ring) xy.insert(xy.end(), {p.x, p.y});
  GEOSCoordSequence* points =
      GEOSCoordSeq_copyFromBuffer_r(context.get(), xy.data(), static_cast<unsigned>(ring.size()), 0, 0);
  // The function takes ownership of the points even if it fails.
  GEOSGeometry* made = points != nullptr ? GEOSGeom_createLinearRing_r(context.get(), points) : nullptr;
  return {made, DestroyGeometry{context.get()}};
}

// Polygon with holes; null if GEOS rejects one of its rings.
inline Geometry make_polygon(const Context& context, const DrivablePolygon& polygon) {
  Geometry outer = make_ring(context, polygon.outer);
  std::vector<Geometry> holes;
  for (const Ring& hole : polygon.holes) holes.push_back(make_ring(context, hole));
  bool whole = outer != nullptr;
  for (const Geometry& hole : holes) whole = whole && hole != nullptr;
  if (!whole) return {nullptr, DestroyGeometry{context.get()}};
  std::vector<GEOSGeometry*> given;
  for (Geometry& hole : holes) given.push_back(hole.release());
  GEOSGeometry* made =
      GEOSGeom_createPolygon_r(context.get(), outer.release(), given.data(), static_cast<unsigned>(given.size()));
  return {made, DestroyGeometry{context.get()}};
}

}  // namespace gs::world::geos
