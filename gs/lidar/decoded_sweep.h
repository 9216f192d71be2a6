// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The result of every LiDAR decoder: the points of one sweep (one revolution, or one publishing period of a LiDAR that
// does not rotate).
#pragma once

#include <string>
#include <vector>

#include "gs/core/time.h"
#include "gs/geometry/vec.h"

namespace gs::lidar {

// One return. Decoders of packets leave out measurements without a return; point clouds are passed on as they are, with
// NaN or zeros where the driver wrote them.
struct DecodedPoint {
  Vec3d position{};     // [m], in the frame of the sweep
  float intensity = 0;  // as the sensor reports it
  int ring = -1;        // beam, 0 is the lowest; -1: the LiDAR or its driver names none
  float time_s = 0;     // [s] after the stamp of the sweep, if the sweep has times
};

// One sweep in the order of measurement.
struct DecodedSweep {
  Timestamp stamp{};       // time that time_s counts from
  bool unstamped = false;  // the message had no stamp: stamp is the time of recording
  std::string frame_id{};  // empty: the message names none
  std::vector<DecodedPoint> points{};
  bool has_times = false, has_intensities = false;
  bool bad_times = false;  // the cloud has a time field that is not usable
  double clock_s = 0;      // [s] subtracted from times that count from another origin than the stamp; 0: none
};

}  // namespace gs::lidar
