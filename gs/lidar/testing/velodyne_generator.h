// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Generates Velodyne packets from the byte tables of the manuals, without any code of the decoder.
#pragma once

#include <vector>

#include "gs/lidar/testing/spinning_wall.h"

namespace gs::lidar::testing {

// A sensor whose packets are generated.
enum class VelodyneSensor { vlp16, vlp32c, hdl32e, vls128, hdl64e };

// Packets of 1206 bytes, and their points without those that have no return. In dual mode every second return that
// differs from the first is a point of its own.
struct GeneratedVelodyne {
  std::vector<std::vector<uint8_t>> packets;
  std::vector<double> packet_times_s;  // of the first firing of each packet, from 0
  std::vector<ExpectedPoint> points;
};

// Angles of the lasers by their number in the packet [deg].
struct LaserAngles {
  std::vector<double> elevations_deg, rotations_deg;
};

// Generates packets of a sensor that turns `rate_hz` times a second and starts at this azimuth.
GeneratedVelodyne generate_velodyne(VelodyneSensor sensor, const LaserAngles& angles, bool dual,
                                    double start_azimuth_deg, double rate_hz, int packets);

}  // namespace gs::lidar::testing
