// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/truth/ground_truth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "gs/core/parallel.h"
#include "gs/geometry/convex_hull.h"
#include "gs/world/files/heightmap.h"

namespace gs::synth {
namespace {

// Convex hull as a closed clockwise ring, the form of a hole.
std::vector<Vec2d> clockwise_hull(std::vector<Vec2d> points) {
  std::vector<Vec2d> hull = convex_hull(std::move(points));
  std::reverse(hull.begin() + 1, hull.end());
  hull.push_back(hull.front());
  return hull;
}

// Cars that park in a bend touch the kerb with the middle of a side. If the ring comes nearer to a kerb than
// kKerbGap_m, returns it with points every kRingStep_m, those beyond moved back: a hole must not cross the outline.
std::vector<Vec2d> off_the_kerbs(const Road& road, std::vector<Vec2d> ring) {
  constexpr double kKerbGap_m = 0.02, kRingStep_m = 0.25;
  std::vector<Vec2d> out;
  bool is_moved = false;
  for (std::size_t i = 1; i < ring.size(); ++i) {
    const Vec2d a = ring[i - 1], step = ring[i] - a;
    const int parts = std::max(1, static_cast<int>(std::ceil(norm(step) / kRingStep_m)));
    for (int part = 0; part < parts; ++part) {
      const Vec2d p = a + (static_cast<double>(part) / parts) * step;
      const RoadCoordinates c = road.locate(p);
      const double most = road.kerb_offset(c.s) - kKerbGap_m;
      is_moved |= std::abs(c.d) > most;
      out.push_back(std::abs(c.d) > most ? road.plan(c.s, std::copysign(most, c.d)) : p);
    }
  }
  if (!is_moved) return ring;
  out.push_back(out.front());
  return out;
}

}  // namespace

// Samples the closed form at every cell of the strip's bounding box.
world::HeightmapData ground_truth(const Road& road, double resolution_m) {
  Vec2d low{1e300, 1e300}, high{-1e300, -1e300};
  for (double s = road.first_s(); s <= road.last_s(); s += 1) {
    for (const double d : {-Road::kStrip, Road::kStrip}) {
      const Vec2d p = road.plan(s, d);
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
  }
  world::HeightmapData map{.resolution = resolution_m};
  map.origin_x = std::floor(low.x / resolution_m) * resolution_m;
  map.origin_y = std::floor(low.y / resolution_m) * resolution_m;
  map.width = static_cast<int>(std::ceil((high.x - map.origin_x) / resolution_m)) + 1;
  map.height = static_cast<int>(std::ceil((high.y - map.origin_y) / resolution_m)) + 1;
  map.data.resize(static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height));
  parallel_for(
      static_cast<std::size_t>(map.height),
      [&](std::size_t row) {
        for (int x = 0; x < map.width; ++x) {
          const RoadCoordinates c =
              road.locate({map.origin_x + x * resolution_m, map.origin_y + static_cast<double>(row) * resolution_m});
          map.data[row * static_cast<std::size_t>(map.width) + static_cast<std::size_t>(x)] =
              road.covers(c) ? static_cast<float>(road.ground_height(c)) : std::numeric_limits<float>::quiet_NaN();
        }
      },
      8);
  world::set_height_range(map);
  return map;
}

world::DrivableArea drivable_truth(const Street& street) {
  world::DrivablePolygon polygon;
  if (street.road.is_closed()) {
    // The kerb outside of the loop is the ring, the other one the hole.
    const double outside = street.road.centreline().largest_curvature_per_m() > 0 ? -1 : 1;
    polygon.outer = street.road.kerb_line(outside);
    polygon.holes.push_back(street.road.kerb_line(-outside));
    std::vector<Vec2d>& reversed = outside < 0 ? polygon.holes.front() : polygon.outer;
    std::reverse(reversed.begin(), reversed.end());
  } else {
    polygon.outer = street.road.drivable_polygon();
    polygon.outer.push_back(polygon.outer.front());
  }
  polygon.speed_limit_kmh = 30;
  // Collect the vertices of every parked car; its hull is a hole if it lies completely on the road.
  std::map<uint32_t, std::vector<Vec2d>> cars;
  for (const StreetObject& object : street.objects) {
    if (object.kind == "car" && !object.moves) cars[object.instance];
  }
  street.mesh.for_each_corner([&](uint32_t instance, Vec3f v) {
    const auto car = cars.find(instance);
    if (car != cars.end()) car->second.push_back({double{v.x}, double{v.y}});
  });
  for (const auto& [instance, points] : cars) {
    const bool between = std::all_of(points.begin(), points.end(), [&](Vec2d p) {
      const RoadCoordinates c = street.road.locate(p);
      return c.s > 0 && c.s < street.road.length_m() && street.road.on_road(c);
    });
    if (between && points.size() >= 3) polygon.holes.push_back(off_the_kerbs(street.road, clockwise_hull(points)));
  }
  return {{polygon}};
}

}  // namespace gs::synth
