// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Estimates the parameters of a LiDAR from its sweeps: channels, elevation of every beam, azimuth step and range.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/lidar/decoded_sweep.h"
#include "gs/world/interface_types.h"

namespace gs::builder {

// Collects points of the first sweeps; estimate() evaluates them.
class LidarEstimate {
 public:
  // Adds a sweep in the LiDAR's own frame. Only the first kSweeps sweeps are used, because beams do not change.
  void add(const lidar::DecodedSweep& sweep);

  // With rings the elevation of each beam is the median of its points. Without one,
  // beams are the peaks of the histogram of elevations. Ring 0 is the lowest. Values that cannot be measured keep the
  // defaults of LiDARSpec.
  world::LiDARSpec estimate() const;

 private:
  static constexpr int kSweeps = 10;
  struct Sample {
    int ring;  // -1: unknown
    float elevation_rad, azimuth_rad;
  };
  int sweeps_ = 0;
  std::vector<Sample> samples_;
  std::vector<float> ranges_;  // [m]
};

}  // namespace gs::builder
