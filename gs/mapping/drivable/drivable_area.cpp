// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/drivable/drivable_area.h"

#include <algorithm>
#include <cmath>

#include "gs/mapping/drivable/grid_morphology.h"
#include "gs/mapping/drivable/ground_cells.h"
#include "gs/mapping/ground/ground_points.h"

namespace gs::mapping {
namespace {

// A sample beside the flat area belongs to it when the height difference is at most this. Slopes are central
// differences, so the last sample before a kerb is measured as steep.
constexpr float kSameLevel_m = 0.03f;

// Interpolated ground at least this wide is treated as unknown [m].
constexpr double kHidden_m = 0.5;

// The path as a polyline with points about every 0.5 m.
std::vector<Vec2d> line_of(const Trajectory& trajectory) {
  std::vector<Vec2d> line;
  for (const Rigid3d& pose : poses_along(trajectory, 0.5)) line.push_back({pose.translation.x, pose.translation.y});
  // poses_along() drops a last pose nearer than half the spacing; the path must reach its very end.
  const Vec3d end = trajectory.poses().back().map_from_body.translation;
  if (norm(Vec2d{end.x, end.y} - line.back()) > 1e-6) line.push_back({end.x, end.y});
  return line;
}

// Cells whose central differences in x and y stay below the slope limit. Unknown neighbours count as level.
CellSet flat_cells(const GroundSurface& g, double max_slope) {
  CellSet flat(g.width, g.height);
  const auto reach = static_cast<float>(max_slope * g.resolution_m);
  for (int y = 0; y < g.height; ++y) {
    for (int x = 0; x < g.width; ++x) {
      const float here = g.at(x, y);
      if (std::isnan(here)) continue;
      const auto known = [&](int u, int v, float otherwise) {
        if (u < 0 || v < 0 || u >= g.width || v >= g.height) return otherwise;
        return std::isnan(g.at(u, v)) ? otherwise : g.at(u, v);
      };
      const float east = known(x + 1, y, here), west = known(x - 1, y, here);
      const float north = known(x, y + 1, here), south = known(x, y - 1, here);
      flat.cells[flat.index(x, y)] =
          std::max(std::abs(east - west), std::abs(north - south)) <= 2 * reach ? uint8_t{1} : uint8_t{0};
    }
  }
  return flat;
}

CellSet cells_under(const GroundSurface& g, std::span<const Vec2d> line) {
  CellSet under(g.width, g.height);
  for (const Vec2d& p : line) {
    if (const auto cell = cell_at(g, p.x, p.y)) under.cells[under.index(cell->x, cell->y)] = 1;
  }
  return under;
}

// Interpolated ground at least kHidden_m wide, as behind a parked car: a kerb may be hidden there and interpolation has
// smoothed it away. Gaps between LiDAR beams are narrower. Morphological opening (erosion, then dilation) keeps the
// wide areas only.
CellSet hidden_cells(const GroundSurface& g) {
  CellSet guessed(g.width, g.height);
  if (!g.guessed.empty()) guessed.cells = g.guessed;
  const int reach = static_cast<int>(0.5 * kHidden_m / g.resolution_m);
  return expand(shrink(guessed, reach), reach);
}

void remove(CellSet& from, const CellSet& cells) {
  for (std::size_t i = 0; i < from.cells.size(); ++i) from.cells[i] &= static_cast<uint8_t>(cells.cells[i] ^ 1);
}

void keep_only(CellSet& set, const CellSet& cells) {
  for (std::size_t i = 0; i < set.cells.size(); ++i) set.cells[i] &= cells.cells[i];
}

// Cells connected with the seeds through openings of at least the minimum width: erode by half the width, flood fill,
// and dilate again inside the flat area.
CellSet reachable(const CellSet& flat, const CellSet& seeds, int half_passage) {
  const CellSet wide = connected(shrink(flat, half_passage), expand(seeds, half_passage));
  CellSet back = expand(wide, half_passage);
  keep_only(back, flat);
  return back;
}

// Adds the outermost row of cells before a kerb, which flat_cells() measures as too steep.
CellSet up_to_the_kerb(const CellSet& area, const CellSet& blocked, const GroundSurface& g) {
  CellSet out = area;
  for (int y = 0; y < g.height; ++y) {
    for (int x = 0; x < g.width; ++x) {
      if (area.has(x, y) || blocked.has(x, y)) continue;
      const auto level = [&](int u, int v) {
        return area.has(u, v) && std::abs(g.at(u, v) - g.at(x, y)) <= kSameLevel_m;  // false for NaN
      };
      if (level(x + 1, y) || level(x - 1, y) || level(x, y + 1) || level(x, y - 1)) out.cells[out.index(x, y)] = 1;
    }
  }
  return out;
}

// Cell outlines in map coordinates, without small holes.
std::vector<Polygon> polygons_of(CellSet area, const GroundSurface& g, double min_hole_m2) {
  join_corners(area);
  std::vector<Polygon> polygons = outline(area);
  const auto to_map = [&](Ring& ring) {  // a cell lies around its sample
    for (Vec2d& p : ring) {
      p = {g.origin_x + (p.x - 0.5) * g.resolution_m, g.origin_y + (p.y - 0.5) * g.resolution_m};
    }
  };
  for (Polygon& polygon : polygons) {
    to_map(polygon.outer);
    for (Ring& hole : polygon.holes) to_map(hole);
    std::erase_if(polygon.holes, [&](const Ring& hole) { return std::abs(signed_area(hole)) < min_hole_m2; });
  }
  return polygons;
}

}  // namespace

Result<std::vector<Polygon>> DrivableAreaBuilder::trajectory_buffer(const Trajectory& trajectory,
                                                                    const Options& options) {
  if (trajectory.empty())
    return fail(ErrorCode::invalid_argument, "the drivable area needs a trajectory with at least one pose");
  GS_TRY(const std::vector<Polygon> wide, buffer(line_of(trajectory), options.buffer_width_m));
  // Simplification may move the outline towards the path; the cap keeps every pose inside.
  return unite_and_simplify(wide, {}, std::min(options.simplify_tolerance_m, 0.25 * options.buffer_width_m));
}

Result<std::vector<Polygon>> DrivableAreaBuilder::ground_connected(const GroundSurface& ground,
                                                                   std::span<const MapPoint> map,
                                                                   const Trajectory& trajectory,
                                                                   const DrivableOptions& options) {
  if (trajectory.empty())
    return fail(ErrorCode::invalid_argument, "the drivable area needs a trajectory with at least one pose");
  const std::vector<Vec2d> line = line_of(trajectory);
  // Flat cells near the path without obstacles and without hidden ground, connected with the path.
  GS_TRY(const std::vector<Polygon> near, buffer(line, options.buffer_width_m));
  const CellSet within = cells_inside(ground, near);
  const CellSet blocked = obstacle_cells(ground, map, options.obstacle_low_m, options.obstacle_high_m);
  CellSet flat = flat_cells(ground, options.max_slope);
  keep_only(flat, within);
  remove(flat, blocked);
  remove(flat, hidden_cells(ground));
  const int half_passage = static_cast<int>(0.5 * options.min_passage_m / ground.resolution_m);
  const CellSet area = reachable(flat, cells_under(ground, line), half_passage);
  CellSet whole = up_to_the_kerb(area, blocked, ground);
  keep_only(whole, within);

  // The driven path itself is drivable, even if the ground there is unknown or steep.
  GS_TRY(const std::vector<Polygon> driven, buffer(line, options.path_half_width_m));
  const double tolerance_m =
      std::min({options.simplify_tolerance_m, 2 * ground.resolution_m, 0.25 * options.path_half_width_m});
  return unite_and_simplify(polygons_of(whole, ground, options.min_hole_m2), driven, tolerance_m);
}

OccupiedArea measure_occupied(std::span<const Polygon> area, const GroundSurface& ground,
                              std::span<const MapPoint> map) {
  const CellSet inside = cells_inside(ground, area);
  const CellSet standing = obstacle_cells(ground, map, kStandingLow_m, kStandingHigh_m);
  OccupiedArea out;
  for (std::size_t i = 0; i < inside.cells.size(); ++i) {
    if (inside.cells[i] == 0 || std::isnan(ground.heights[i])) continue;
    ++out.cells;
    out.occupied += standing.cells[i];
  }
  return out;
}

}  // namespace gs::mapping
