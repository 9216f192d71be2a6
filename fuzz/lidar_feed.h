// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Shared by the fuzz targets of LiDAR formats: feeds a decoder, and checks that every sweep it returns is sound.
#pragma once

#include <array>
#include <cmath>
#include <span>

#include "gs/core/expect.h"
#include "gs/lidar/lidar_decoder.h"
#include "gs/lidar/turn_times.h"

namespace gs::fuzz {

// Times from azimuths lie within the turn and a little more.
inline void check_turn(lidar::DecodedSweep sweep) {
  constexpr double kPeriod_s = 0.1;
  const auto turn = lidar::find_turn(sweep);
  if (!turn) return;
  GS_EXPECT(std::isfinite(turn->start_rad));
  for (lidar::DecodedPoint& p : sweep.points) p.time_s = 0;
  GS_EXPECT(lidar::set_turn_times(turn->sense, kPeriod_s, sweep).has_value());
  for (const lidar::DecodedPoint& p : sweep.points) GS_EXPECT(p.time_s >= 0 && p.time_s < 2 * kPeriod_s);
}

// Positions of packet decoders are finite; those of point clouds are as the driver wrote them.
inline void check_sweeps(const std::vector<lidar::DecodedSweep>& sweeps, bool finite) {
  for (const lidar::DecodedSweep& sweep : sweeps) {
    for (const lidar::DecodedPoint& p : sweep.points) {
      GS_EXPECT(p.ring >= -1 && p.ring < 1024);
      GS_EXPECT(!finite || (is_finite(p.position) && std::isfinite(p.time_s)));
    }
    check_turn(sweep);
  }
}

// Decodes payloads one after the other, then what is left open.
inline void feed(std::string_view type, const lidar::DecoderCalibration& calibration, std::string_view encoding,
                 std::span<const Bytes> payloads, bool finite = true) {
  const auto decoder = lidar::make_decoder(type, calibration);
  GS_EXPECT(decoder.has_value());
  Timestamp received{1'700'000'000'000'000'000};
  for (const Bytes payload : payloads) {
    received = received + Duration::from_ms(10);
    if (const auto sweeps = (*decoder)->take({encoding, payload, received})) check_sweeps(*sweeps, finite);
  }
  check_sweeps((*decoder)->finish(), finite);
}

}  // namespace gs::fuzz
