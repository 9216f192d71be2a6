// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/drivable/ground_cells.h"

#include <algorithm>
#include <cmath>

namespace gs::mapping {
namespace {

// Adds the columns in which a ring crosses each row of samples, in units of samples.
void add_crossings(const GroundSurface& g, const Ring& ring, std::vector<std::vector<double>>& rows) {
  for (std::size_t i = 1; i < ring.size(); ++i) {
    const Vec2d a{(ring[i - 1].x - g.origin_x) / g.resolution_m, (ring[i - 1].y - g.origin_y) / g.resolution_m};
    const Vec2d b{(ring[i].x - g.origin_x) / g.resolution_m, (ring[i].y - g.origin_y) / g.resolution_m};
    // Rows y with min(a.y, b.y) <= y < max(a.y, b.y), so that a shared corner counts once.
    const double first = std::max(std::ceil(std::min(a.y, b.y)), 0.0);
    const double end = std::min(std::ceil(std::max(a.y, b.y)), static_cast<double>(g.height));
    for (double y = first; y < end; ++y) {
      rows[static_cast<std::size_t>(y)].push_back(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
    }
  }
}

}  // namespace

std::optional<GroundCell> cell_at(const GroundSurface& g, double x, double y) {
  const double u = std::round((x - g.origin_x) / g.resolution_m), v = std::round((y - g.origin_y) / g.resolution_m);
  if (!(u >= 0 && v >= 0 && u < g.width && v < g.height)) return std::nullopt;
  return GroundCell{static_cast<int>(u), static_cast<int>(v)};
}

// Even-odd rule along each row of samples.
CellSet cells_inside(const GroundSurface& g, std::span<const Polygon> polygons) {
  CellSet out(g.width, g.height);
  // The polygons do not overlap, so their crossings can be taken together.
  std::vector<std::vector<double>> rows(static_cast<std::size_t>(g.height));
  for (const Polygon& polygon : polygons) {
    add_crossings(g, polygon.outer, rows);
    for (const Ring& hole : polygon.holes) add_crossings(g, hole, rows);
  }
  for (int y = 0; y < g.height; ++y) {
    std::vector<double>& row = rows[static_cast<std::size_t>(y)];
    std::ranges::sort(row);
    for (std::size_t i = 1; i < row.size(); i += 2) {
      const double first = std::max(std::ceil(row[i - 1]), 0.0);
      const double end = std::min(std::ceil(row[i]), static_cast<double>(g.width));
      for (double x = first; x < end; ++x) out.cells[out.index(static_cast<int>(x), y)] = 1;
    }
  }
  return out;
}

CellSet obstacle_cells(const GroundSurface& g, std::span<const MapPoint> map, double low_m, double high_m) {
  CellSet blocked(g.width, g.height);
  for (const MapPoint& p : map) {
    const auto cell = cell_at(g, p.position.x, p.position.y);
    if (!cell) continue;
    const double above = p.position.z - static_cast<double>(g.at(cell->x, cell->y));
    if (above >= low_m && above <= high_m) blocked.cells[blocked.index(cell->x, cell->y)] = 1;
  }
  return blocked;
}

}  // namespace gs::mapping
