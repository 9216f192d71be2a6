// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Terrain and a LiDAR sweep over it, for bench_raycast and raycast_gpu_test.
#pragma once

#include <cmath>
#include <vector>

#include "gs/core/numbers/math.h"
#include "gs/raycast/api/ray.h"

namespace bench {

// Size of the sweep.
inline constexpr int kRings = 128, kColumns = 1800;

// Height of the terrain at (x, y) [m].
inline double terrain(double x, double y) {
  return 2 * std::sin(0.02 * x) * std::cos(0.025 * y) + 0.3 * std::sin(0.3 * x + 0.2 * y);
}

// Rays of a LiDAR 2 m above the terrain at the origin, elevations -25 to 15 degrees; [kRings, kColumns].
inline std::vector<gs::raycast::Ray> sweep() {
  std::vector<gs::raycast::Ray> rays;
  for (int ring = 0; ring < kRings; ++ring) {
    for (int column = 0; column < kColumns; ++column) {
      const double e = (-25 + 40.0 * ring / (kRings - 1)) * gs::kPi / 180, a = 2 * gs::kPi * column / kColumns;
      rays.push_back({.origin = {0, 0, static_cast<float>(terrain(0, 0) + 2)},
                      .max_distance = 200,
                      .direction = {static_cast<float>(std::cos(e) * std::cos(a)),
                                    static_cast<float>(std::cos(e) * std::sin(a)), static_cast<float>(std::sin(e))}});
    }
  }
  return rays;
}

// Triangle mesh.
struct Terrain {
  std::vector<gs::Vec3f> vertices;
  std::vector<uint32_t> triangles;
};
// Regular mesh of side x side vertices, `step` apart, centred on the origin.
inline Terrain mesh_of_terrain(int side, double step) {
  Terrain t;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const double px = (x - side / 2) * step, py = (y - side / 2) * step;
      t.vertices.push_back({static_cast<float>(px), static_cast<float>(py), static_cast<float>(terrain(px, py))});
    }
  }
  for (int y = 0; y + 1 < side; ++y) {
    for (int x = 0; x + 1 < side; ++x) {
      const auto a = static_cast<uint32_t>(y * side + x), w = static_cast<uint32_t>(side);
      t.triangles.insert(t.triangles.end(), {a, a + 1, a + w + 1, a, a + w + 1, a + w});
    }
  }
  return t;
}

// Heightmap of side x side samples, `step` apart, centred on the origin.
inline std::vector<float> heights_of_terrain(int side, double step) {
  std::vector<float> heights;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      heights.push_back(static_cast<float>(terrain((x - side / 2) * step, (y - side / 2) * step)));
    }
  }
  return heights;
}

}  // namespace bench
