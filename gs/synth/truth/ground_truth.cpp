// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/truth/ground_truth.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gs/core/parallel.h"
#include "gs/world/heightmap.h"

namespace gs {

HeightmapData ground_truth(const Road& road, double resolution_m) {
  Vec2d low{1e300, 1e300}, high{-1e300, -1e300};
  for (double s = -Road::kRunOut; s <= road.length_m() + Road::kRunOut; s += 1) {
    for (const double d : {-Road::kStrip, Road::kStrip}) {
      const Vec2d p = road.plan(s, d);
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
  }
  HeightmapData map{.resolution = resolution_m};
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
          const bool known =
              std::fabs(c.d) <= Road::kStrip && c.s >= -Road::kRunOut && c.s <= road.length_m() + Road::kRunOut;
          map.data[row * static_cast<std::size_t>(map.width) + static_cast<std::size_t>(x)] =
              known ? static_cast<float>(road.ground_height(c)) : std::numeric_limits<float>::quiet_NaN();
        }
      },
      8);
  set_height_range(map);
  return map;
}

DrivableArea drivable_truth(const Road& road) {
  DrivablePolygon polygon;
  polygon.outer = road.drivable_polygon();
  polygon.outer.push_back(polygon.outer.front());
  polygon.speed_limit_kmh = 30;
  return {{polygon}};
}

}  // namespace gs
