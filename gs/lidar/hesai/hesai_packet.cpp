// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/hesai/hesai_packet.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "gs/lidar/beams.h"

namespace gs::lidar {
namespace {

constexpr double kPandar40pUnit_m = 0.004;
constexpr int64_t kLastSecond = int64_t{1} << 32;  // of the year 2106; five bytes can hold more than nanoseconds can

// Seconds since 1970 of the six bytes of a date: year, month, day, hour, minute, second. Years count from 1900 or 2000,
// by sensor and firmware; a first byte of zero means five bytes of seconds, the highest first. 0: no valid date.
int64_t seconds_of_date(const std::byte* at) {
  const auto byte = [&](int i) { return std::to_integer<unsigned>(at[i]); };
  if (byte(0) == 0) {
    int64_t seconds = 0;
    for (int i = 1; i < 6; ++i) seconds = seconds * 256 + byte(i);
    return seconds < kLastSecond ? seconds : 0;
  }
  const int year = static_cast<int>(byte(0)) + (byte(0) >= 100 ? 1900 : 2000);
  const std::chrono::year_month_day day{std::chrono::year(year), std::chrono::month(byte(1)),
                                        std::chrono::day(byte(2))};
  if (!day.ok() || byte(3) > 23 || byte(4) > 59 || byte(5) > 60) return 0;
  const int64_t days = std::chrono::sys_days(day).time_since_epoch().count();
  return days * 86400 + byte(3) * 3600 + byte(4) * 60 + byte(5);
}

}  // namespace

HesaiPacketDecoder::HesaiPacketDecoder(HesaiModel model) : model_(std::move(model)) {
  constexpr double kRadians = std::numbers::pi / 180;
  std::vector<double> elevations;
  for (const HesaiChannel& channel : model_.channels) elevations.push_back(channel.elevation_deg);
  const std::vector<int> rings = rings_by_elevation(elevations);
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const double azimuth = model_.channels[i].azimuth_deg * kRadians, elevation = elevations[i] * kRadians;
    beams_.push_back({std::sin(azimuth), std::cos(azimuth), std::sin(elevation), std::cos(elevation), rings[i]});
  }
}

const std::byte* HesaiPacketDecoder::unit_at(Bytes packet, int block, std::size_t channel) const {
  return packet.data() + model_.header_bytes + model_.block_bytes() * static_cast<std::size_t>(block) +
         model_.flag_bytes + 2 + model_.unit_bytes * channel;
}

unsigned HesaiPacketDecoder::azimuth_of(Bytes packet, int block) const {
  return load_le<uint16_t>(unit_at(packet, block, 0) - 2);
}

int HesaiPacketDecoder::returns_of(Bytes packet) const {
  switch (std::to_integer<int>(packet[model_.mode_at])) {
    case 0x33:  // first
    case 0x34:  // second
    case 0x37:  // strongest
    case 0x38:  // last
      return 1;
    case 0x39:  // last and strongest
    case 0x3a:  // first and second
    case 0x3b:  // first and last
    case 0x3c:  // first and strongest
    case 0x3e:  // the two strongest
      return 2;
    default:
      return 0;
  }
}

Result<void> HesaiPacketDecoder::check(Bytes packet) const {
  const HesaiModel* found = find_hesai_model(packet);
  if (found == nullptr || found->name != model_.name) {
    return fail(ErrorCode::invalid_data, "a packet of {} bytes is not one of {}, as those before", packet.size(),
                model_.name);
  }
  if (returns_of(packet) == 0) {
    return fail(ErrorCode::unsupported, "a {} packet has return mode 0x{:02x}, which is not known", model_.name,
                std::to_integer<int>(packet[model_.mode_at]));
  }
  for (int b = 0; b < model_.blocks; ++b) {
    const std::byte* block = unit_at(packet, b, 0) - 2 - model_.flag_bytes;
    if (model_.flag_bytes == 2 && load_le<uint16_t>(block) != 0xeeff) {
      return fail(ErrorCode::corrupt, "block {} of a {} packet has flag 0x{:04x}", b, model_.name,
                  load_le<uint16_t>(block));
    }
    if (azimuth_of(packet, b) >= 36000) {
      return fail(ErrorCode::corrupt, "block {} of a {} packet has azimuth {}, the largest is 35999", b, model_.name,
                  azimuth_of(packet, b));
    }
  }
  return {};
}

void HesaiPacketDecoder::decode(Bytes packet, Timestamp stamp, SweepCutter& sweeps) {
  const int returns = returns_of(packet);
  const double unit_m =
      model_.header_bytes == 0
          ? kPandar40pUnit_m
          : 0.001 * std::to_integer<int>(packet[model_.header_bytes == 8 ? std::size_t{5} : std::size_t{9}]);
  const int64_t seconds = seconds_of_date(packet.data() + model_.date_at);
  const int64_t counter_ns =
      seconds * 1'000'000'000 + int64_t{load_le<uint32_t>(packet.data() + model_.time_at)} * 1000;
  const Timestamp packet_time = clock_.time_of(counter_ns, stamp);
  for (int b = 0; b < model_.blocks; ++b) {
    // Blocks are counted back from the last, whose time is next to that of the packet.
    const int firings_left = (model_.blocks - 1 - b) / returns;
    const double block_us = model_.last_block_us - model_.block_us * firings_left;
    const SinCos a = sin_cos_of_centidegrees(azimuth_of(packet, b));
    if (b % returns == 0) sweeps.begin(azimuth_of(packet, b), packet_time + Duration::from_seconds(block_us * 1e-6));
    for (std::size_t c = 0; c < beams_.size(); ++c) {
      const std::byte* unit = unit_at(packet, b, c);
      const auto units = load_le<uint16_t>(unit);
      // With a single echo both blocks of a firing hold the same return.
      const bool repeats = b % returns != 0 && load_le<uint16_t>(unit_at(packet, b - 1, c)) == units;
      if (units == 0 || repeats) continue;
      const Beam& beam = beams_[c];
      const double r = units * unit_m, flat = r * beam.cos_elevation;
      const double sine = a.sin * beam.cos_azimuth + a.cos * beam.sin_azimuth;
      const double cosine = a.cos * beam.cos_azimuth - a.sin * beam.sin_azimuth;
      // The azimuth counts clockwise from y.
      sweeps.add({.position = {flat * sine, flat * cosine, r * beam.sin_elevation},
                  .intensity = static_cast<float>(std::to_integer<int>(unit[2])),
                  .ring = beam.ring},
                 model_.channel_us[c] * 1e-6);
    }
  }
}

}  // namespace gs::lidar
