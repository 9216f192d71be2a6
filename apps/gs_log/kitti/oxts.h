// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// One packet of the OXTS GPS/IMU, and the pose it gives.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gs/core/result.h"
#include "gs/geometry/rigid.h"

namespace gs::gs_log::kitti {

// Angles in radians, counter-clockwise, yaw 0 = east; forward, left, up as the car stands on the road.
struct OxtsPacket {
  double latitude_deg = 0, longitude_deg = 0, altitude_m = 0;
  double roll = 0, pitch = 0, yaw = 0;
  Vec3d velocity_flu;  // m/s: forward, left, up
  Vec3d acceleration;  // m/s^2 along the IMU's axes, gravity included
  Vec3d angular_rate;  // rad/s about the IMU's axes
  double position_accuracy_m = 0, velocity_accuracy_mps = 0;
  int position_mode = 0;
};
// The text of one packet; name appears in errors.
Result<OxtsPacket> parse_oxts(const std::string& text, std::string_view name);
Result<OxtsPacket> read_oxts(const std::filesystem::path& path);

// East, north, up in metres from an arbitrary origin: the Mercator projection, scaled to be true at scale_latitude
// (KITTI development kit, "latToScale", "latlonToMercator").
Vec3d mercator(const OxtsPacket& packet, double scale_latitude_deg);

// Pose of the IMU in that projection.
Rigid3d enu_from_imu(const OxtsPacket& packet, double scale_latitude_deg);

}  // namespace gs::gs_log::kitti
