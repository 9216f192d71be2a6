// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A simulated spinning LiDAR for tests: what stands around it, and the points that its packets must decode to.
#pragma once

#include <cstdint>
#include <vector>

#include "gs/geometry/vec.h"

namespace gs::lidar::testing {

// A point that a generated packet holds.
struct ExpectedPoint {
  Vec3d position;     // [m], exact: from the distance before rounding and the direction at the time of firing
  int intensity = 0;  // 0 to 255
  int laser = 0;      // number in the packet
  double time_s = 0;  // after the first firing of the first packet
};

// Distance [m] to the wall around the sensor in a direction; 0: no return. It is smooth, so that a wrong direction
// gives a wrong distance too.
double wall_distance(double azimuth_rad, double elevation_rad);
// Intensity in that direction, 1 to 255.
int wall_intensity(double azimuth_rad, double elevation_rad);

// Little-endian bytes at a fixed position; the caller has made room.
void put_u16(std::vector<uint8_t>& bytes, std::size_t at, unsigned value);
void put_u32(std::vector<uint8_t>& bytes, std::size_t at, uint32_t value);
void put_u64(std::vector<uint8_t>& bytes, std::size_t at, uint64_t value);

}  // namespace gs::lidar::testing
