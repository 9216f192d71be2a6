// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Which voxels of the map held something that moved. Private to build_static_map.
#pragma once

#include <vector>

#include "gs/mapping/point_accumulator.h"

namespace gs::mapping {

// One per cell of the map: 1 where what was there moved. Reads every sweep once; interrupted when progress asks to
// stop.
Result<std::vector<uint8_t>> moved_cells(SweepSource& sweeps, const PointAccumulator& map,
                                         const StaticMapOptions& options, Progress& progress);

// Points that count, by their distance from where they were seen.
struct RangeGate {
  double min_m, max_m;
  bool passes(Vec3f origin, Vec3f point) const {
    const Vec3f d = point - origin;
    const float squared = dot(d, d);
    return squared >= min_m * min_m && squared <= max_m * max_m;  // false for NaN
  }
};

inline Vec3f origin_of(const Sweep& sweep, std::size_t i) {
  return i < sweep.ray_origins.size() ? sweep.ray_origins[i] : cast<float>(sweep.sensor_in_base);
}

inline Result<void> check_stop(const Progress& progress) {
  if (progress.stop_requested()) return fail(ErrorCode::interrupted, "mapping was stopped");
  return {};
}

}  // namespace gs::mapping
