// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a LiDAR is, estimated from its own sweeps: channels, elevation of every beam, azimuth step and range.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/rosmsg/point_field.h"
#include "gs/world/data.h"

namespace gs {

class LidarSurvey {
 public:
  // Points in the LiDAR's own frame. The first kSweeps sweeps count, the rest is ignored: beams do not change.
  void add(const PointCloudView& cloud, const PointChannels& channels);

  // With a ring field (or an organised cloud) each beam is measured; without one beams are the peaks of the histogram
  // of elevations. Ring 0 is the lowest. Fields that cannot be measured keep the defaults of LiDARSpec.
  LiDARSpec estimate() const;

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

}  // namespace gs
