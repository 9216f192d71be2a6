// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/testing/ouster_generator.h"

#include <cmath>
#include <numbers>

#include "gs/core/format.h"

namespace gs::lidar::testing {
namespace {

constexpr double kTurn = 2 * std::numbers::pi, kDeg = std::numbers::pi / 180;
constexpr double kBeamOrigin_mm = 27.67, kLidarHeight_mm = 36.18;

double altitude_deg(const OusterRecipe& recipe, int row) { return 22.5 - 45.0 * row / (recipe.rows - 1); }
double azimuth_deg(int row) { return 4.2 - 2.8 * (row % 4); }

// Bytes of one pixel, from the table of profiles.
struct PixelLayout {
  std::size_t bytes;
  bool dual, coarse;  // coarse: 15 bits in units of 8 mm
};
PixelLayout layout_of(const std::string& profile) {
  if (profile == "LEGACY" || profile == "RNG19_RFL8_SIG16_NIR16") return {12, false, false};
  if (profile == "RNG19_RFL8_SIG16_NIR16_DUAL") return {16, true, false};
  if (profile == "RNG15_RFL8_NIR8") return {4, false, true};
  return {8, true, true};  // RNG15_RFL8_NIR8_DUAL
}

std::string numbers(int count, double (*value)(int)) {
  std::string text;
  for (int i = 0; i < count; ++i) text += format("{}{}", i == 0 ? "" : ", ", value(i));
  return text;
}

std::string metadata_of(const OusterRecipe& r) {
  std::string altitudes;
  for (int i = 0; i < r.rows; ++i) altitudes += format("{}{}", i == 0 ? "" : ", ", altitude_deg(r, i));
  const std::string beams =
      format(R"("beam_altitude_angles": [{}], "beam_azimuth_angles": [{}], "lidar_origin_to_beam_origin_mm": {})",
             altitudes, numbers(r.rows, azimuth_deg), kBeamOrigin_mm);
  const std::string transform =
      format(R"("lidar_to_sensor_transform": [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, {}, 0, 0, 0, 1])", kLidarHeight_mm);
  const std::string sizes =
      format(R"("pixels_per_column": {}, "columns_per_packet": {}, "columns_per_frame": {}, "udp_profile_lidar": "{}")",
             r.rows, r.columns_per_packet, r.columns, r.profile);
  const std::string mode = format(R"("lidar_mode": "{}x{}")", r.columns, static_cast<int>(r.rate_hz));
  if (r.flat_metadata) {
    return format(R"({{{}, {}, {}, "prod_line": "OS-0-{}", "data_format": {{{}}}}})", beams, transform, mode, r.rows,
                  sizes);
  }
  return format(R"({{"beam_intrinsics": {{{}}}, "lidar_intrinsics": {{{}}}, "config_params": {{{}}}, )"
                R"("sensor_info": {{"prod_line": "OS-0-{}"}}, "lidar_data_format": {{{}}}}})",
                beams, transform, mode, r.rows, sizes);
}

// Writes one return at the start of a pixel, or at its second half.
void put_return(std::vector<uint8_t>& packet, std::size_t pixel, const std::string& profile, bool second,
                uint32_t range_mm, int reflectivity) {
  const auto reflected = static_cast<uint8_t>(reflectivity);
  if (layout_of(profile).coarse) {
    const std::size_t at = pixel + (second ? 4 : 0);
    put_u16(packet, at, (range_mm + 4) / 8);
    packet[at + 2] = reflected;
  } else if (layout_of(profile).dual) {
    const std::size_t at = pixel + (second ? 4 : 0);
    put_u32(packet, at, range_mm | uint32_t{reflected} << 24);
  } else {
    // Flags above the range must not be read as a part of it.
    put_u32(packet, pixel, range_mm | (profile == "LEGACY" ? 0xf0000000u : 0x00f80000u));
    packet[pixel + 4] = reflected;
  }
}

}  // namespace

GeneratedOuster generate_ouster(const OusterRecipe& r) {
  GeneratedOuster out{.metadata = metadata_of(r)};
  const PixelLayout layout = layout_of(r.profile);
  const bool legacy = r.profile == "LEGACY";
  const std::size_t column_bytes = (legacy ? 20 : 12) + layout.bytes * static_cast<std::size_t>(r.rows);
  int number = 0;
  for (int frame = 0; frame < r.frames; ++frame) {
    out.frames.emplace_back();
    for (int first = 0; first < r.columns; first += r.columns_per_packet, ++number) {
      std::vector<uint8_t> packet((legacy ? 0 : 64) + column_bytes * static_cast<std::size_t>(r.columns_per_packet));
      std::vector<ExpectedPoint> points;
      const int frame_id = 65535 + frame;  // passes the end of 16 bits
      if (!legacy) put_u16(packet, 0, 1), put_u16(packet, 2, static_cast<unsigned>(frame_id & 0xffff));
      for (int c = 0; c < r.columns_per_packet; ++c) {
        const int m = first + c;
        const double time_s = (frame + static_cast<double>(m) / r.columns) / r.rate_hz;
        const std::size_t at = (legacy ? 0 : 32) + column_bytes * static_cast<std::size_t>(c);
        put_u64(packet, at, kOusterStart_ns + static_cast<uint64_t>(std::llround(time_s * 1e9)));
        put_u16(packet, at + 8, static_cast<unsigned>(m));
        const bool valid = m != r.invalid_column;
        if (legacy) put_u16(packet, at + 10, static_cast<unsigned>(frame_id & 0xffff));
        if (legacy) put_u32(packet, at + column_bytes - 4, valid ? 0xffffffffu : 0u);
        if (!legacy) put_u16(packet, at + 10, valid ? 1 : 0);
        for (int row = 0; row < r.rows; ++row) {
          const double encoder = kTurn - kTurn * m / r.columns;
          const double theta = encoder - azimuth_deg(row) * kDeg, phi = altitude_deg(r, row) * kDeg;
          const std::size_t pixel = at + (legacy ? 16 : 12) + layout.bytes * static_cast<std::size_t>(row);
          const int intensity = wall_intensity(theta, phi);
          for (int second = 0; second < (layout.dual ? 2 : 1); ++second) {
            // Only every third beam has a second return.
            const double range_m = wall_distance(theta, phi) * (second == 0 ? 1 : row % 3 == 0 ? 0.5 : 0);
            put_return(packet, pixel, r.profile, second == 1, static_cast<uint32_t>(std::lround(range_m * 1000)),
                       intensity);
            if (range_m == 0 || !valid) continue;
            const double along = range_m * 1000 - kBeamOrigin_mm;
            const Vec3d in_lidar = {along * std::cos(theta) * std::cos(phi) + kBeamOrigin_mm * std::cos(encoder),
                                    along * std::sin(theta) * std::cos(phi) + kBeamOrigin_mm * std::sin(encoder),
                                    along * std::sin(phi)};
            points.push_back({{-in_lidar.x / 1000, -in_lidar.y / 1000, (in_lidar.z + kLidarHeight_mm) / 1000},
                              intensity,
                              row,
                              time_s});
          }
        }
      }
      if (number == r.lost_packet) continue;
      out.frames.back().insert(out.frames.back().end(), points.begin(), points.end());
      out.packet_times_s.push_back((frame + static_cast<double>(first) / r.columns) / r.rate_hz);
      out.packets.push_back(std::move(packet));
    }
  }
  return out;
}

}  // namespace gs::lidar::testing
