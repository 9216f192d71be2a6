// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sensors of Velodyne: the angles of their lasers and the times at which they fire.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gs::lidar {

// One laser with its corrections. All but the angles are zero unless a calibration file says otherwise.
struct VelodyneLaser {
  double elevation_deg = 0;
  double rotation_deg = 0;         // subtracted from the azimuth
  double distance_m = 0;           // added to every distance
  double distance_x_m = 0;         // the same at 2.4 m, for the x axis of the manual
  double distance_y_m = 0;         // the same at 1.93 m, for its y axis
  bool two_points = false;         // distance_x_m and distance_y_m are given
  double vertical_offset_m = 0;    // of the laser above the centre
  double horizontal_offset_m = 0;  // of the laser beside the centre
};

// What the 32 measurements of a block are, counted on over the blocks of all banks.
struct VelodyneElement {
  int laser = 0;       // index into VelodyneModel::lasers
  double time_us = 0;  // after the start of the group
};

// One sensor. A group is the smallest unit with an azimuth of its own: one block (VLP-16: two firings) or, with several
// banks of 32 lasers, one block per bank; twice as many blocks with two returns.
struct VelodyneModel {
  std::string name;
  uint8_t product = 0;         // byte 1205 of a packet; 0: the sensor writes none
  double distance_unit_m = 0;  // metres per unit of a distance
  int banks = 1;               // blocks of one group
  double group_us = 0;         // time from one group to the next; 0: unknown
  double packet_time_us = 0;   // time of a packet after the start of its first group
  bool needs_calibration = false;
  std::vector<VelodyneLaser> lasers{};
  std::vector<VelodyneElement> elements{};  // [32 banks]
};

// VLP-16, its Hi-Res variant, VLP-32C, HDL-32E, VLS-128 and HDL-64E.
const std::vector<VelodyneModel>& velodyne_models();

}  // namespace gs::lidar
