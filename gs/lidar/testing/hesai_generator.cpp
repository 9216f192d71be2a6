// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/testing/hesai_generator.h"

#include <cmath>
#include <numbers>

namespace gs::lidar::testing {
namespace {

constexpr double kRad = std::numbers::pi / 180;
constexpr double kUnit_m = 0.004;

// Layout by sensor: sizes and offsets in bytes.
struct HesaiLayout {
  std::size_t bytes, header, channels, blocks, before_azimuth, unit;
  std::size_t mode_at, date_at, time_at;
  int year_base;
  double block_us;
};

HesaiLayout layout_of(HesaiSensor sensor) {
  switch (sensor) {
    // No header; every block starts with FF EE. 22 bytes behind ten blocks of 124.
    case HesaiSensor::pandar40p:
      return {1262, 0, 40, 10, 2, 3, 1240 + 14, 1240 + 16, 1240 + 10, 2000, 55.56};
    // 8 bytes, six blocks of 194, the same tail, a sequence number.
    case HesaiSensor::pandar64:
      return {1198, 8, 64, 6, 0, 3, 1172 + 14, 1172 + 16, 1172 + 10, 1900, 55.56};
    // 12 bytes, two blocks of 386, 4 of checksum, 17 of functional safety, tail.
    case HesaiSensor::pandar128:
      return {861, 12, 128, 2, 0, 3, 805 + 12, 805 + 15, 805 + 21, 1900, 55.556};
    // 12 bytes, eight blocks of 130, tail.
    case HesaiSensor::xt32:
      return {1080, 12, 32, 8, 0, 4, 1052 + 10, 1052 + 13, 1052 + 19, 1900, 50.0};
  }
  return {};
}

void put_header(std::vector<uint8_t>& packet, HesaiSensor sensor, const HesaiLayout& layout) {
  if (layout.header == 0) return;
  packet[0] = 0xee, packet[1] = 0xff;
  const std::size_t laser_at = layout.header == 8 ? 2 : 6;
  packet[laser_at] = static_cast<uint8_t>(layout.channels);
  packet[laser_at + 1] = static_cast<uint8_t>(layout.blocks);
  packet[laser_at + 3] = 4;  // millimetres a unit
  if (sensor == HesaiSensor::xt32) packet[2] = 6, packet[3] = 1;
  if (sensor == HesaiSensor::pandar128) packet[2] = 1, packet[3] = 4;
}

}  // namespace

GeneratedHesai generate_hesai(HesaiSensor sensor, const ChannelAngles& angles, bool dual, double start_azimuth_deg,
                              int packets) {
  const HesaiLayout layout = layout_of(sensor);
  const std::size_t block_bytes = layout.before_azimuth + 2 + layout.channels * layout.unit;
  const std::size_t returns = dual ? 2 : 1;
  GeneratedHesai out;
  double time_us = 0;
  for (int p = 0; p < packets; ++p) {
    std::vector<uint8_t> packet(layout.bytes);
    put_header(packet, sensor, layout);
    packet[layout.mode_at] = dual ? 0x39 : 0x37;
    const uint8_t date[] = {static_cast<uint8_t>(2023 - layout.year_base), 1, 11, 1, 2, 3};
    for (std::size_t i = 0; i < 6; ++i) packet[layout.date_at + i] = date[i];
    for (std::size_t block = 0; block < layout.blocks; block += returns, time_us += layout.block_us) {
      // 0.02 deg a block, exactly on the wire.
      const double azimuth_deg = start_azimuth_deg + 0.2 * time_us / layout.block_us;
      const double on_wire_deg = std::round(azimuth_deg * 100) / 100;
      for (std::size_t r = 0; r < returns; ++r) {
        const std::size_t at = layout.header + (block + r) * block_bytes;
        if (layout.before_azimuth == 2) packet[at] = 0xff, packet[at + 1] = 0xee;
        put_u16(packet, at + layout.before_azimuth, static_cast<unsigned>(std::lround(on_wire_deg * 100)) % 36000);
        for (std::size_t c = 0; c < layout.channels; ++c) {
          const double azimuth = (on_wire_deg + angles.azimuths_deg[c]) * kRad,
                       elevation = angles.elevations_deg[c] * kRad;
          const bool near = r == 1 && c % 3 == 0;  // every third channel has a second return
          const double distance = wall_distance(azimuth, elevation) * (near ? 0.5 : 1);
          const int intensity = wall_intensity(azimuth, elevation);
          const std::size_t unit = at + layout.before_azimuth + 2 + c * layout.unit;
          put_u16(packet, unit, static_cast<unsigned>(std::lround(distance / kUnit_m)));
          packet[unit + 2] = static_cast<uint8_t>(intensity);
          if (distance == 0 || (r == 1 && !near)) continue;
          const double flat = distance * std::cos(elevation);
          out.points.push_back({{flat * std::sin(azimuth), flat * std::cos(azimuth), distance * std::sin(elevation)},
                                intensity,
                                static_cast<int>(c),
                                time_us * 1e-6});
        }
      }
    }
    // The time of a packet is that of its end.
    put_u32(packet, layout.time_at, static_cast<uint32_t>(std::lround(time_us)));
    out.packets.push_back(std::move(packet));
  }
  return out;
}

}  // namespace gs::lidar::testing
