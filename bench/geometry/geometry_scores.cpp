// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/geometry/geometry_scores.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "bench/geometry/surface_distance.h"
#include "gs/core/parallel.h"

namespace bench {
namespace {

using namespace gs;
using namespace gs::mapping;

// The poses of the log begin before and end after the sweeps by some tenths of a second.
std::vector<Vec3d> path_of(const SynthSweeps& drive) {
  std::vector<Vec3d> path;
  for (const Sweep& sweep : drive.sweeps()) path.push_back(sweep.map_from_base.translation);
  return path;
}

// Calls visit(x, y) at the centres of square cells within beside_m of the path, row by row.
void for_cells_beside(const std::vector<Vec3d>& path, double cell_m, const std::function<void(double, double)>& visit,
                      double beside_m = kBeside_m) {
  Extent e{1e300, -1e300, 1e300, -1e300};
  for (const Vec3d& p : path) {
    e = {std::min(e.x_min, p.x - beside_m), std::max(e.x_max, p.x + beside_m), std::min(e.y_min, p.y - beside_m),
         std::max(e.y_max, p.y + beside_m)};
  }
  for (double y = (std::floor(e.y_min / cell_m) + 0.5) * cell_m; y < e.y_max; y += cell_m) {
    for (double x = (std::floor(e.x_min / cell_m) + 0.5) * cell_m; x < e.x_max; x += cell_m) {
      const bool near = std::ranges::any_of(
          path, [&](const Vec3d& p) { return square(p.x - x) + square(p.y - y) <= beside_m * beside_m; });
      if (near) visit(x, y);
    }
  }
}

bool on_road(const synth::Road& road, double x, double y) { return road.on_road(road.locate({x, y})); }

// True if an object stands between 0.3 and 2.5 m above the ground here.
class Standing {
 public:
  explicit Standing(SynthSweeps& drive) : scene_(drive.scene()) {}
  bool at(double x, double y) const {
    const auto ground = static_cast<float>(scene_.street().road.ground_height(Vec2d{x, y}));
    const raycast::Ray ray{.origin = {static_cast<float>(x), static_cast<float>(y), ground + 2.5f},
                           .max_distance = 2.2f,
                           .direction = {0, 0, -1}};
    raycast::MeshHit hit;
    scene_.caster().cast({1, 1}, {&ray, 1}, {&hit, 1});
    return hit.found() && !scene_.moves_at(hit);
  }

 private:
  synth::Scene& scene_;
};

// Value below which this share of the values lies; reorders them.
double percentile(std::vector<double>& values, double share) {
  if (values.empty()) return 0;
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

}  // namespace

MovingScore score_moving(const StaticMap& map) {
  // Intensities are means over the points of a voxel, so they give the share of moving points.
  const auto count = [](const std::vector<MapPoint>& points) {
    double moving = 0, all = 0;
    for (const MapPoint& p : points) {
      moving += double{p.intensity - kStands} / (kMoves - kStands) * p.count;
      all += p.count;
    }
    return std::pair{moving, all};
  };
  const auto [moving_kept, kept] = count(map.points);
  const auto [moving_out, out] = count(map.moving);
  return {.standing_kept = (kept - moving_kept) / (kept - moving_kept + out - moving_out),
          .moving_removed = moving_out / std::max(moving_out + moving_kept, 1.0),
          .moving_share = (moving_out + moving_kept) / (kept + out)};
}

HeightScore score_heights(const GroundSurface& ground, SynthSweeps& drive) {
  const std::vector<Vec3d> path = path_of(drive);
  KeyIndex seen;  // samples with a hit within half a sample distance
  for (const auto& hits : drive.hits()) {
    for (const Vec3f& p : hits.ground) {
      const auto cell = voxel_of({(double{p.x} - ground.origin_x) / ground.resolution_m + 0.5,
                                  (double{p.y} - ground.origin_y) / ground.resolution_m + 0.5, 0},
                                 1);
      if (cell) seen.find_or_add(pack(*cell));
    }
  }
  HeightScore score;
  std::vector<double> errors;
  double sum2 = 0;
  for (int iy = 0; iy < ground.height; ++iy) {
    for (int ix = 0; ix < ground.width; ++ix) {
      if (std::isnan(ground.at(ix, iy)) || seen.find(pack({ix, iy, 0})) == KeyIndex::kNone) continue;
      const double x = ground.origin_x + ix * ground.resolution_m, y = ground.origin_y + iy * ground.resolution_m;
      const bool near = std::ranges::any_of(
          path, [&](const Vec3d& p) { return square(p.x - x) + square(p.y - y) <= kBeside_m * kBeside_m; });
      if (!near) continue;
      errors.push_back(std::abs(double{ground.at(ix, iy)} - drive.road().ground_height(Vec2d{x, y})));
      sum2 += square(errors.back());
    }
  }
  score.rmse_m = std::sqrt(sum2 / static_cast<double>(std::max<std::size_t>(errors.size(), 1)));
  score.p95_m = percentile(errors, 0.95);
  // Coverage of the road, in cells of 0.2 m.
  double known = 0, all = 0;
  for_cells_beside(path, 0.2, [&](double x, double y) {
    if (!on_road(drive.road(), x, y)) return;
    all += 1;
    known += ground_height(ground, x, y) ? 1 : 0;
  });
  score.road_covered = known / std::max(all, 1.0);
  for (const Vec3d& p : path) score.unknown_poses += ground_height(ground, p.x, p.y) ? 0 : 1;
  return score;
}

AreaScore score_area(const std::vector<Polygon>& area, SynthSweeps& drive, double beside_m) {
  const Standing standing(drive);
  double both = 0, either = 0, both_road = 0, either_road = 0;
  for_cells_beside(
      path_of(drive), 0.2,
      [&](double x, double y) {
        const bool ours = contains(area, {x, y}), road = on_road(drive.road(), x, y);
        const bool open = road && !standing.at(x, y);
        both += ours && open, either += ours || open;
        both_road += ours && road, either_road += ours || road;
      },
      beside_m);
  return {both / std::max(either, 1.0), both_road / std::max(either_road, 1.0)};
}

std::size_t cells_in_buildings(const std::vector<Polygon>& area, SynthSweeps& drive) {
  constexpr double kCell_m = 0.2;
  const synth::Street& street = drive.scene().street();
  std::set<uint32_t> buildings;
  for (const synth::StreetObject& object : street.objects) {
    if (object.kind == "building") buildings.insert(object.instance);
  }
  std::set<std::pair<int, int>> below;  // cells whose centres lie in the projection of a triangle
  std::vector<Vec2d> corners;
  street.mesh.for_each_corner([&](uint32_t instance, Vec3f corner) {
    corners.push_back({double{corner.x}, double{corner.y}});
    if (corners.size() < 3) return;
    const Vec2d a = corners[0], b = corners[1], c = corners[2];
    corners.clear();
    if (!buildings.contains(instance)) return;
    const double turn = cross(b - a, c - a);
    if (std::abs(turn) < 1e-9) return;  // a wall
    const auto cell = [](double value) { return static_cast<int>(std::floor(value / kCell_m)); };
    for (int iy = cell(std::min({a.y, b.y, c.y})); iy <= cell(std::max({a.y, b.y, c.y})); ++iy) {
      for (int ix = cell(std::min({a.x, b.x, c.x})); ix <= cell(std::max({a.x, b.x, c.x})); ++ix) {
        const Vec2d p{(ix + 0.5) * kCell_m, (iy + 0.5) * kCell_m};
        const double u = cross(b - a, p - a) / turn, v = cross(c - b, p - b) / turn, w = cross(a - c, p - c) / turn;
        if (u >= 0 && v >= 0 && w >= 0) below.insert({ix, iy});
      }
    }
  });
  return static_cast<std::size_t>(std::ranges::count_if(below, [&](const std::pair<int, int>& cell) {
    return contains(area, {(cell.first + 0.5) * kCell_m, (cell.second + 0.5) * kCell_m});
  }));
}

std::size_t poses_outside(const std::vector<Polygon>& area, const Trajectory& path) {
  return static_cast<std::size_t>(std::ranges::count_if(path.poses(), [&](const StampedPose& pose) {
    const Vec3d p = pose.map_from_body.translation;
    return !contains(area, {p.x, p.y});
  }));
}

MeshScore score_mesh(const TriangleMesh& mesh, SynthSweeps& drive) {
  const synth::StreetMesh& street = drive.scene().street().mesh;
  const SurfaceDistance truth(street.vertices, street.triangles), ours(mesh.vertices, mesh.triangles, mesh.origin);
  // Accuracy: from samples of our mesh to the true surfaces.
  const std::vector<Vec3d> samples = points_on(mesh.vertices, mesh.triangles, mesh.origin, 0.25);
  std::vector<double> errors(samples.size());
  parallel_for(samples.size(), [&](std::size_t i) { errors[i] = truth(samples[i]); });
  double sum = 0;
  for (const double e : errors) sum += e;
  // Completeness: from every 97th LiDAR hit to our mesh.
  std::vector<Vec3f> hits;
  std::size_t n = 0;
  for (const auto& of_sweep : drive.hits()) {
    for (const auto* list : {&of_sweep.ground, &of_sweep.other}) {
      for (const Vec3f& p : *list) {
        if (n++ % 97 == 0) hits.push_back(p);
      }
    }
  }
  std::vector<uint8_t> near(hits.size());
  parallel_for(hits.size(), [&](std::size_t i) { near[i] = ours(cast<double>(hits[i])) <= 0.1; });
  return {.mean_m = sum / static_cast<double>(std::max<std::size_t>(errors.size(), 1)),
          .p95_m = percentile(errors, 0.95),
          .complete = static_cast<double>(std::ranges::count(near, uint8_t{1})) /
                      static_cast<double>(std::max<std::size_t>(hits.size(), 1))};
}

double map_thickness_m(const SynthSweeps& drive) {
  double sum = 0, sum2 = 0, count = 0;
  for (const Sweep& sweep : drive.sweeps()) {
    for (const SweepPoint& point : sweep.points) {
      const Vec3d p = sweep.map_from_base * cast<double>(point.position_in_base);
      if (norm(point.position_in_base) > 30) continue;
      const synth::RoadCoordinates c = drive.road().locate({p.x, p.y});
      const double off = p.z - drive.road().ground_height(c);
      // Only the flat part of the road: away from kerbs and from objects on it.
      if (std::abs(c.d) > synth::Road::kLane || std::abs(off) > 0.08) continue;
      sum += off, sum2 += off * off, count += 1;
    }
  }
  return count > 1 ? std::sqrt(std::max(0.0, sum2 / count - square(sum / count))) : 0;
}

}  // namespace bench
