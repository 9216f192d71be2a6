// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/testing/spinning_wall.h"

#include <cmath>

namespace gs::lidar::testing {

double wall_distance(double azimuth_rad, double elevation_rad) {
  if (std::sin(5 * azimuth_rad + 3 * elevation_rad) > 0.97) return 0;  // windows: a few per cent without a return
  return 12 + 4 * std::sin(3 * azimuth_rad) + 2 * std::cos(4 * elevation_rad) * std::cos(azimuth_rad);
}

int wall_intensity(double azimuth_rad, double elevation_rad) {
  return 128 + static_cast<int>(100 * std::sin(2 * azimuth_rad) * std::cos(elevation_rad));
}

void put_u16(std::vector<uint8_t>& bytes, std::size_t at, unsigned value) {
  bytes[at] = static_cast<uint8_t>(value);
  bytes[at + 1] = static_cast<uint8_t>(value >> 8);
}

void put_u32(std::vector<uint8_t>& bytes, std::size_t at, uint32_t value) {
  put_u16(bytes, at, value & 0xffff);
  put_u16(bytes, at + 2, value >> 16);
}

void put_u64(std::vector<uint8_t>& bytes, std::size_t at, uint64_t value) {
  put_u32(bytes, at, static_cast<uint32_t>(value));
  put_u32(bytes, at + 4, static_cast<uint32_t>(value >> 32));
}

}  // namespace gs::lidar::testing
