// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/kitti/oxts.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "gs/core/file.h"

namespace gs::importers::kitti {
namespace {
constexpr double kEarthRadius_m = 6378137.0;  // equatorial radius of WGS 84
constexpr double kRadians = std::numbers::pi / 180.0;
constexpr std::size_t kValues = 30;  // numbers per packet, see dataformat.txt of the KITTI raw data
}  // namespace

Result<OxtsPacket> read_oxts(const fs::path& path) {
  GS_TRY(const std::string text, read_text_file(path, 1u << 16));
  return parse_oxts(text, path.string());
}

Result<OxtsPacket> parse_oxts(const std::string& text, std::string_view name) {
  std::array<double, kValues> v{};
  const char* at = text.c_str();
  for (std::size_t i = 0; i < kValues; ++i) {
    char* after = nullptr;
    v[i] = std::strtod(at, &after);
    if (after == at || !std::isfinite(v[i])) {
      return fail(ErrorCode::invalid_data, "an OXTS packet has {} numbers, found {}: {}", kValues, i, name);
    }
    at = after;
  }
  // Beyond 85 degrees the Mercator projection is useless.
  if (std::abs(v[0]) > 85.0 || std::abs(v[1]) > 180.0) {
    return fail(ErrorCode::invalid_data, "latitude {} or longitude {} is out of range (85, 180 degrees): {}", v[0],
                v[1], name);
  }
  if (std::abs(v[27]) > 1000.0) {
    return fail(ErrorCode::invalid_data, "position mode {} is out of range: {}", v[27], name);
  }
  // Indices as in dataformat.txt of the KITTI raw data.
  return OxtsPacket{.latitude_deg = v[0],
                    .longitude_deg = v[1],
                    .altitude_m = v[2],
                    .roll = v[3],
                    .pitch = v[4],
                    .yaw = v[5],
                    .velocity_flu = {v[8], v[9], v[10]},
                    .acceleration = {v[11], v[12], v[13]},
                    .angular_rate = {v[17], v[18], v[19]},
                    .position_accuracy_m = v[23],
                    .velocity_accuracy_mps = v[24],
                    .position_mode = static_cast<int>(v[27])};
}

Vec3d mercator(const OxtsPacket& packet, double scale_latitude_deg) {
  const double scale = std::cos(scale_latitude_deg * kRadians);
  const double x = scale * kEarthRadius_m * packet.longitude_deg * kRadians;
  const double y = scale * kEarthRadius_m * std::log(std::tan((90.0 + packet.latitude_deg) * kRadians / 2.0));
  return {x, y, packet.altitude_m};
}

Rigid3d enu_from_imu(const OxtsPacket& packet, double scale_latitude_deg) {
  return {Quaterniond::from_rpy(packet.roll, packet.pitch, packet.yaw), mercator(packet, scale_latitude_deg)};
}

}  // namespace gs::importers::kitti
