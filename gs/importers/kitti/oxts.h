// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Packets of the OXTS GPS/IMU unit, and the poses they give.
//
// Indices of the numbers in a packet that are used (dataformat.txt of the KITTI raw data):
//
// clang-format off
//   0 lat, 1 lon [deg], 2 alt [m]            8 vf, 9 vl, 10 vu [m/s]         17 wx, 18 wy, 19 wz [rad/s]
//   3 roll, 4 pitch, 5 yaw [rad]             11 ax, 12 ay, 13 az [m/s^2]     23 pos_accuracy [m], 24 vel_accuracy [m/s]
//                                                                            27 posmode
// clang-format on
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/core/result.h"
#include "gs/geometry/rigid.h"

namespace gs::importers::kitti {

// One packet. Angles [rad] are counter-clockwise, yaw 0 = east. Vectors: forward, left, up of the car on the road.
struct OxtsPacket {
  double latitude_deg = 0, longitude_deg = 0, altitude_m = 0;
  double roll = 0, pitch = 0, yaw = 0;
  Vec3d velocity_flu;  // forward, left, up [m/s]
  Vec3d acceleration;  // along the axes of the IMU, gravity included [m/s^2]
  Vec3d angular_rate;  // about the axes of the IMU [rad/s]
  double position_accuracy_m = 0, velocity_accuracy_mps = 0;
  int position_mode = 0;
};
// Parses the text of a packet, or reads it from a file. `name` appears in errors. Errors: invalid_data.
Result<OxtsPacket> parse_oxts(const std::string& text, std::string_view name);
Result<OxtsPacket> read_oxts(const std::filesystem::path& path);

// Position east, north, up [m] from an arbitrary origin: Mercator projection, scaled to be true at scale_latitude_deg
// (KITTI development kit, "latToScale", "latlonToMercator").
Vec3d mercator(const OxtsPacket& packet, double scale_latitude_deg);

// Pose of the IMU in that projection.
Rigid3d enu_from_imu(const OxtsPacket& packet, double scale_latitude_deg);

}  // namespace gs::importers::kitti
