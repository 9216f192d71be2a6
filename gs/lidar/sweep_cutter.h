// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Divides the measurements of a spinning LiDAR into revolutions. Messages of packets need not hold whole revolutions.
#pragma once

#include <string>
#include <vector>

#include "gs/lidar/decoded_sweep.h"

namespace gs::lidar {

// Collects points; a sweep ends where the azimuth passes from 360 to 0 degrees.
class SweepCutter {
 public:
  void set_frame(std::string frame_id) { frame_id_ = std::move(frame_id); }
  // Starts the next group of measurements, at this azimuth [0.01 deg] and time. A sweep also ends at a gap of half a
  // second, after a second and after four million points, so that a broken sensor needs no unbounded memory.
  void begin(double azimuth, Timestamp start);
  // Adds a point of the group, measured `after_s` seconds after its start; point.time_s is set here.
  void add(DecodedPoint point, double after_s);
  // The sweeps that have ended since the last call.
  std::vector<DecodedSweep> take_finished();
  // The sweep that is still open, as the only element; empty if it has no points.
  std::vector<DecodedSweep> take_open();

 private:
  void cut();
  std::string frame_id_;
  DecodedSweep open_;
  bool started_ = false;
  double last_azimuth_ = 0;
  Timestamp group_start_{};
  double group_after_s_ = 0;  // group_start_ - stamp of the sweep
  std::vector<DecodedSweep> finished_;
};

}  // namespace gs::lidar
