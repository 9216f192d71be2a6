// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Generates Hesai packets from the byte tables of the manuals, without any code of the decoder.
#pragma once

#include <string>
#include <vector>

#include "gs/lidar/testing/spinning_wall.h"

namespace gs::lidar::testing {

// A sensor whose packets are generated.
enum class HesaiSensor { pandar40p, pandar64, pandar128, xt32 };

// Packets, and their points without those that have no return. In dual mode every second return that differs from the
// first is a point of its own. Times of points are those of their block; channels fire up to 60 us apart.
struct GeneratedHesai {
  std::vector<std::vector<uint8_t>> packets;
  std::vector<ExpectedPoint> points;  // laser is the channel, 0 is the first in the packet
};

// Second since 1970 at the start: 2023-01-11 01:02:03 UTC.
inline constexpr int64_t kHesaiStart_s = 1'673'398'923;

// Angles by channel [deg].
struct ChannelAngles {
  std::vector<double> elevations_deg, azimuths_deg;
};

// Generates packets of a sensor that turns ten times a second and starts at this azimuth.
GeneratedHesai generate_hesai(HesaiSensor sensor, const ChannelAngles& angles, bool dual, double start_azimuth_deg,
                              int packets);

}  // namespace gs::lidar::testing
