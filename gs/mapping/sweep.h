// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One LiDAR sweep (revolution) and the interface that delivers sweeps. No file format is known here.
#pragma once

#include <cstddef>
#include <vector>

#include "gs/core/result.h"
#include "gs/core/time.h"
#include "gs/geometry/rigid.h"

namespace gs::mapping {

// A measured point in base_link [m].
struct SweepPoint {
  Vec3f position_in_base;
  float intensity = 0;
};

// A sweep with its pose.
struct Sweep {
  Timestamp stamp;
  Rigid3d map_from_base;  // at the stamp
  Vec3d sensor_in_base;   // origin of the rays if ray_origins is empty
  std::vector<SweepPoint> points;
  std::vector<float> time_offset_s;       // [N] point time - stamp; empty: all at the stamp
  std::vector<Vec3f> ray_origins;         // [N] sensor position per point, in base_link at the stamp; may be empty
  std::vector<float> measured_after_s{};  // [N] time of measurement - stamp, kept by deskewing; may be empty
  std::size_t sensor = 0;                 // number of the LiDAR on the vehicle
  Vec3d sensor_up_in_base{0, 0, 1};  // unit: axis about which the LiDAR turns; elevations are measured from its plane
};

// Delivers sweeps in time order, each as often as asked: mapping reads them several times instead of keeping them in
// memory.
class SweepSource {
 public:
  virtual ~SweepSource() = default;
  virtual std::size_t count() const = 0;
  // Called from one thread at a time.
  virtual Result<Sweep> read(std::size_t index) = 0;
};

}  // namespace gs::mapping
