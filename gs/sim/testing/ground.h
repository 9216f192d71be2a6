// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Heightmaps of a known shape, for tests.
#pragma once

#include <cmath>

#include "gs/world/files/heightmap.h"
#include "gs/world/interface_types.h"

namespace gs::sim {

// Square heightmap around the origin with samples height(x, y) [m]; half_m is half its edge, resolution the sample
// distance [m].
template <class Height>
world::HeightmapData ground_of(Height height, double half_m = 30.0, double resolution = 0.5) {
  world::HeightmapData map;
  map.resolution = resolution;
  map.width = map.height = static_cast<int>(2 * half_m / resolution) + 1;
  map.origin_x = map.origin_y = -half_m;
  for (int iy = 0; iy < map.height; ++iy) {
    for (int ix = 0; ix < map.width; ++ix) {
      map.data.push_back(static_cast<float>(height(map.origin_x + ix * resolution, map.origin_y + iy * resolution)));
    }
  }
  world::set_height_range(map);
  return map;
}

}  // namespace gs::sim
