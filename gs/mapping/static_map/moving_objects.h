// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Detection of map voxels that held moving objects, by ray visibility. Private to PointcloudIntegrator.
#pragma once

#include <vector>

#include "gs/mapping/static_map/point_accumulator.h"

namespace gs::mapping {

// One flag per cell of the map: 1 if the cell held a moving object. Reads every sweep once. Errors: those of the
// source; interrupted if progress asks to stop.
Result<std::vector<uint8_t>> moved_cells(SweepSource& sweeps, const PointAccumulator& map,
                                         const StaticMapOptions& options, Progress& progress);

// Range limits [m]: passes() is true for points between min_m and max_m from their ray origin, false for NaN.
struct RangeGate {
  double min_m, max_m;
  bool passes(Vec3f origin, Vec3f point) const {
    const Vec3f d = point - origin;
    const float squared = dot(d, d);
    return squared >= min_m * min_m && squared <= max_m * max_m;  // false for NaN
  }
};

// Ray origin of point i in base_link at the stamp: its own after deskewing, else the position of the sensor.
inline Vec3f origin_of(const Sweep& sweep, std::size_t i) {
  return i < sweep.ray_origins.size() ? sweep.ray_origins[i] : cast<float>(sweep.sensor_in_base);
}

// Error `interrupted` if progress asks to stop.
inline Result<void> check_stop(const Progress& progress) {
  if (progress.stop_requested()) return fail(ErrorCode::interrupted, "mapping was stopped");
  return {};
}

}  // namespace gs::mapping
