// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/drivable/polygon.h"

#include <geos_c.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace gs::mapping {
namespace {

// Segments per quarter circle of round line ends.
constexpr int kQuadrantSegments = 8;

// RAII wrapper of a GEOS context. Each operation creates its own, so that calls may run on any thread.
class Geos {
 public:
  struct Destroy {
    GEOSContextHandle_t context;
    void operator()(GEOSGeometry* g) const { GEOSGeom_destroy_r(context, g); }
  };
  using Geometry = std::unique_ptr<GEOSGeometry, Destroy>;

  Geos() : context_(GEOS_init_r()) {}  // without message handlers GEOS prints nothing
  ~Geos() { GEOS_finish_r(context_); }
  Geos(const Geos&) = delete;
  Geos& operator=(const Geos&) = delete;
  GEOSContextHandle_t get() const { return context_; }
  Geometry own(GEOSGeometry* g) const { return {g, Destroy{context_}}; }

  // The caller passes the sequence on to a geometry, which then owns it.
  GEOSCoordSequence* sequence(std::span<const Vec2d> points) const {
    std::vector<double> xy;
    xy.reserve(2 * points.size());
    for (const Vec2d& p : points) xy.insert(xy.end(), {p.x, p.y});
    return GEOSCoordSeq_copyFromBuffer_r(context_, xy.data(), static_cast<unsigned>(points.size()), 0, 0);
  }
  // Conversions to GEOS geometries; null if GEOS rejects the input.
  Geometry ring(const Ring& points) const {
    GEOSCoordSequence* s = sequence(points);
    return own(s != nullptr ? GEOSGeom_createLinearRing_r(context_, s) : nullptr);
  }
  Geometry polygon(const Polygon& polygon) const {
    Geometry outer = ring(polygon.outer);
    std::vector<GEOSGeometry*> holes;
    for (const Ring& hole : polygon.holes) {
      if (Geometry made = ring(hole)) holes.push_back(made.release());
    }
    if (!outer) return outer;
    return own(GEOSGeom_createPolygon_r(context_, outer.release(), holes.data(), static_cast<unsigned>(holes.size())));
  }
  // All polygons as one collection; invalid ones are repaired first.
  Geometry collection(std::span<const Polygon> a, std::span<const Polygon> b) const {
    std::vector<GEOSGeometry*> parts;
    for (const auto& list : {a, b}) {
      for (const Polygon& p : list) {
        Geometry made = polygon(p);
        if (made && GEOSisValid_r(context_, made.get()) != 1) made = own(GEOSMakeValid_r(context_, made.get()));
        if (made) parts.push_back(made.release());
      }
    }
    return own(GEOSGeom_createCollection_r(context_, GEOS_GEOMETRYCOLLECTION, parts.data(),
                                           static_cast<unsigned>(parts.size())));
  }

  // Conversions from GEOS, with rings in the required direction.
  Ring read_ring(const GEOSGeometry* ring, bool counter_clockwise) const {
    const GEOSCoordSequence* s = GEOSGeom_getCoordSeq_r(context_, ring);
    unsigned size = 0;
    GEOSCoordSeq_getSize_r(context_, s, &size);
    Ring points(size);
    for (unsigned i = 0; i < size; ++i) GEOSCoordSeq_getXY_r(context_, s, i, &points[i].x, &points[i].y);
    if ((signed_area(points) > 0) != counter_clockwise) std::reverse(points.begin(), points.end());
    return points;
  }
  // Collects polygons recursively; lines and points that remain after a repair are dropped.
  void read(const GEOSGeometry* g, std::vector<Polygon>& out) const {
    const int type = GEOSGeomTypeId_r(context_, g);
    if (type == GEOS_MULTIPOLYGON || type == GEOS_GEOMETRYCOLLECTION) {
      for (int i = 0; i < GEOSGetNumGeometries_r(context_, g); ++i) read(GEOSGetGeometryN_r(context_, g, i), out);
    }
    if (type != GEOS_POLYGON || GEOSisEmpty_r(context_, g) == 1) return;
    Polygon polygon{.outer = read_ring(GEOSGetExteriorRing_r(context_, g), true)};
    for (int i = 0; i < GEOSGetNumInteriorRings_r(context_, g); ++i) {
      polygon.holes.push_back(read_ring(GEOSGetInteriorRingN_r(context_, g, i), false));
    }
    out.push_back(std::move(polygon));
  }

 private:
  GEOSContextHandle_t context_;
};

Result<std::vector<Polygon>> read(const Geos& geos, const Geos::Geometry& geometry, const char* what) {
  if (!geometry) return fail(ErrorCode::invalid_data, "GEOS cannot {} the polygons of the drivable area", what);
  std::vector<Polygon> polygons;
  geos.read(geometry.get(), polygons);
  return polygons;
}

// Even-odd rule: counts crossings of the horizontal ray from p towards +x.
bool inside(const Ring& ring, Vec2d p) {
  bool in = false;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
    const Vec2d a = ring[i], b = ring[i + 1];
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) in = !in;
  }
  return in;
}

}  // namespace

double signed_area(const Ring& ring) {
  double twice = 0;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) twice += cross(ring[i] - ring[0], ring[i + 1] - ring[0]);
  return 0.5 * twice;
}

double area_m2(std::span<const Polygon> polygons) {
  double sum = 0;
  for (const Polygon& p : polygons) {
    sum += std::abs(signed_area(p.outer));
    for (const Ring& hole : p.holes) sum -= std::abs(signed_area(hole));
  }
  return sum;
}

bool contains(std::span<const Polygon> polygons, Vec2d point) {
  return std::any_of(polygons.begin(), polygons.end(), [&](const Polygon& p) {
    return inside(p.outer, point) &&
           std::none_of(p.holes.begin(), p.holes.end(), [&](const Ring& hole) { return inside(hole, point); });
  });
}

Result<std::vector<Polygon>> buffer(std::span<const Vec2d> line, double distance_m) {
  if (line.empty()) return fail(ErrorCode::invalid_argument, "cannot buffer a path without points");
  // GEOS drops such points without an error.
  const auto bad =
      std::find_if(line.begin(), line.end(), [](Vec2d p) { return !std::isfinite(p.x) || !std::isfinite(p.y); });
  if (bad != line.end()) {
    return fail(ErrorCode::invalid_data, "point {} of the path is ({}, {}), not two finite numbers", bad - line.begin(),
                bad->x, bad->y);
  }
  const Geos geos;
  GEOSCoordSequence* points = geos.sequence(line);
  if (points == nullptr) return fail(ErrorCode::invalid_data, "path is not a valid line: GEOS rejects its points");
  const auto shape = geos.own(line.size() == 1 ? GEOSGeom_createPoint_r(geos.get(), points)
                                               : GEOSGeom_createLineString_r(geos.get(), points));
  if (!shape) return fail(ErrorCode::invalid_data, "path is not a valid line: GEOS cannot make one from its points");
  return read(geos, geos.own(GEOSBuffer_r(geos.get(), shape.get(), distance_m, kQuadrantSegments)), "buffer");
}

Result<std::vector<Polygon>> unite_and_simplify(std::span<const Polygon> a, std::span<const Polygon> b,
                                                double tolerance_m) {
  const Geos geos;
  const auto parts = geos.collection(a, b);
  const auto whole = geos.own(parts ? GEOSUnaryUnion_r(geos.get(), parts.get()) : nullptr);
  auto simple = geos.own(whole ? GEOSTopologyPreserveSimplify_r(geos.get(), whole.get(), tolerance_m) : nullptr);
  // Polygons of a collection are simplified one by one and may overlap afterwards: repair and merge them.
  if (simple && GEOSisValid_r(geos.get(), simple.get()) != 1) {
    simple = geos.own(GEOSMakeValid_r(geos.get(), simple.get()));
  }
  return read(geos, simple, "merge");
}

}  // namespace gs::mapping
