// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/testing/velodyne_generator.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gs::lidar::testing {
namespace {

constexpr double kRadOfDeg = std::numbers::pi / 180;

// What the manuals give for each sensor.
struct Manual {
  unsigned product;
  double unit_m;         // of a distance
  double firing_us;      // from one firing of all lasers to the next
  int lasers;            // of one firing
  int firings_in_block;  // VLP-16: two firings of 16 lasers share a block
};

Manual manual_of(VelodyneSensor sensor) {
  switch (sensor) {
    case VelodyneSensor::vlp16:
      return {0x22, 0.002, 55.296, 16, 2};
    case VelodyneSensor::vlp32c:
      return {0x28, 0.004, 55.296, 32, 1};
    case VelodyneSensor::hdl32e:
      return {0x21, 0.002, 46.080, 32, 1};
    case VelodyneSensor::vls128:
      return {0xa1, 0.004, 53.3, 128, 1};
    case VelodyneSensor::hdl64e:
      return {0, 0.002, 288, 64, 1};
  }
  return {};
}

// Time of a laser after the start of its firing, in microseconds: as the mirror turns, and as it is reported.
double turning_us(VelodyneSensor sensor, int laser) {
  switch (sensor) {
    case VelodyneSensor::vlp16:
      return 2.304 * laser;
    case VelodyneSensor::vlp32c:
      return 2.304 * (laser / 2);
    case VelodyneSensor::hdl32e:
      return 1.152 * laser;
    case VelodyneSensor::vls128:
      return 2.665 * (laser / 8 + laser / 64);
    case VelodyneSensor::hdl64e:
      return 0;
  }
  return 0;
}

// Writes one firing into the block bytes of a packet.
class Firing {
 public:
  Firing(GeneratedVelodyne& out, std::vector<uint8_t>& packet, const LaserAngles& angles, VelodyneSensor sensor)
      : out_(out), packet_(packet), angles_(angles), sensor_(sensor) {}

  // `at` is the offset of the laser's three bytes; the second return lies at `second`, 0: single return.
  void measure(int laser, double start_azimuth_rad, double rad_per_us, double start_us, std::size_t at,
               std::size_t second) {
    const double after_us = turning_us(sensor_, laser);
    const double elevation = angles_.elevations_deg[static_cast<std::size_t>(laser)] * kRadOfDeg;
    const double rotation = angles_.rotations_deg[static_cast<std::size_t>(laser)] * kRadOfDeg;
    const double azimuth = start_azimuth_rad + rad_per_us * after_us - rotation;
    // VLS-128 counts the packet time from its fourth group of lasers: 8.7 us later than the first.
    const double time_us = start_us + after_us - (sensor_ == VelodyneSensor::vls128 ? 8.7 : 0);
    const double far = wall_distance(azimuth, elevation);
    write(at, far, azimuth, elevation, laser, time_us);
    if (second == 0) return;
    // Every third laser also saw something nearer; the others repeat their only return.
    const bool near = far > 0 && laser % 3 == 0;
    if (near) write(second, far / 2, azimuth, elevation, laser, time_us);
    if (!near)
      std::copy_n(packet_.begin() + static_cast<std::ptrdiff_t>(at), 3,
                  packet_.begin() + static_cast<std::ptrdiff_t>(second));
  }

 private:
  void write(std::size_t at, double distance, double azimuth, double elevation, int laser, double time_us) {
    const double unit = manual_of(sensor_).unit_m;
    const int intensity = wall_intensity(azimuth, elevation);
    put_u16(packet_, at, static_cast<unsigned>(std::lround(distance / unit)));
    packet_[at + 2] = static_cast<uint8_t>(intensity);
    if (distance == 0) return;
    const double flat = distance * std::cos(elevation);
    out_.points.push_back({{flat * std::cos(azimuth), -flat * std::sin(azimuth), distance * std::sin(elevation)},
                           intensity,
                           laser,
                           time_us * 1e-6});
  }

  GeneratedVelodyne& out_;
  std::vector<uint8_t>& packet_;
  const LaserAngles& angles_;
  VelodyneSensor sensor_;
};

}  // namespace

GeneratedVelodyne generate_velodyne(VelodyneSensor sensor, const LaserAngles& angles, bool dual,
                                    double start_azimuth_deg, double rate_hz, int packets) {
  constexpr unsigned kBanks[] = {0xeeff, 0xddff, 0xccff, 0xbbff};
  const Manual manual = manual_of(sensor);
  GeneratedVelodyne out;
  const int banks = std::max(1, manual.lasers / 32), returns = dual ? 2 : 1;
  const int groups = 12 / (banks * returns);  // VLS-128 with two returns: one firing, and four empty blocks
  const double group_us = manual.firing_us * manual.firings_in_block;
  const double rad_per_us = 2 * std::numbers::pi * rate_hz * 1e-6;
  double time_us = 0;
  for (int p = 0; p < packets; ++p) {
    std::vector<uint8_t> packet(1206, 0);
    out.packet_times_s.push_back(time_us * 1e-6);
    put_u32(packet, 1200, static_cast<uint32_t>(std::lround(time_us)));
    packet[1204] = dual ? 0x39 : 0x37, packet[1205] = static_cast<uint8_t>(manual.product);
    Firing firing(out, packet, angles, sensor);
    for (int group = 0; group < groups; ++group, time_us += group_us) {
      const double azimuth = start_azimuth_deg * kRadOfDeg + rad_per_us * time_us;
      const auto on_wire = static_cast<unsigned>(std::lround(azimuth / kRadOfDeg * 100)) % 36000;
      for (int bank = 0; bank < banks; ++bank) {
        const auto block = static_cast<std::size_t>((group * banks + bank) * returns);
        for (std::size_t r = 0; r < static_cast<std::size_t>(returns); ++r) {
          put_u16(packet, 100 * (block + r), kBanks[bank]);
          put_u16(packet, 100 * (block + r) + 2, on_wire);
        }
        for (int j = 0; j < 32; ++j) {
          const int laser = manual.lasers == 16 ? j % 16 : bank * 32 + j;
          const double later_us = manual.lasers == 16 ? manual.firing_us * (j / 16) : 0;
          const std::size_t at = 100 * block + 4 + 3 * static_cast<std::size_t>(j);
          // Packets of HDL-64E hold one azimuth and one time only; their firing order is not public.
          const double start_us =
              sensor == VelodyneSensor::hdl64e ? out.packet_times_s.back() * 1e6 : time_us + later_us;
          firing.measure(laser, azimuth + rad_per_us * later_us, rad_per_us, start_us, at, dual ? at + 100 : 0);
        }
      }
    }
    out.packets.push_back(std::move(packet));
  }
  return out;
}

}  // namespace gs::lidar::testing
