// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One turn of a LiDAR, and where sweeps come from. No file format is known here.
#pragma once

#include <cstddef>
#include <vector>

#include "gs/core/result.h"
#include "gs/core/time.h"
#include "gs/geometry/rigid.h"

namespace gs::mapping {

struct SweepPoint {
  Vec3f position_in_base;
  float intensity = 0;
};

struct Sweep {
  Timestamp stamp;
  Rigid3d map_from_base;  // at the stamp
  Vec3d sensor_in_base;   // where rays start, unless ray_origins says otherwise
  std::vector<SweepPoint> points;
  std::vector<float> time_offset_s;  // [N] of the point, relative to the stamp; empty: taken at once
  std::vector<Vec3f> ray_origins;    // [N] in base_link at the stamp, where the sensor was for each point; may be empty
};

// Gives sweeps in time order, as often as asked: mapping makes several passes rather than keeping sweeps in memory.
class SweepSource {
 public:
  virtual ~SweepSource() = default;
  virtual std::size_t count() const = 0;
  // Called from one thread at a time.
  virtual Result<Sweep> read(std::size_t index) = 0;
};

}  // namespace gs::mapping
