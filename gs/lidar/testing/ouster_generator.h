// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Generates Ouster packets and their metadata from the byte tables of the manual, without any code of the decoder.
#pragma once

#include <string>
#include <vector>

#include "gs/lidar/testing/spinning_wall.h"

namespace gs::lidar::testing {

// A sensor whose packets are generated.
struct OusterRecipe {
  std::string profile = "RNG19_RFL8_SIG16_NIR16";  // udp_profile_lidar, or "LEGACY"
  int rows = 16, columns = 128, columns_per_packet = 16;
  bool flat_metadata = false;  // the layout of old firmware, without groups
  int frames = 2;
  double rate_hz = 10;
  int lost_packet = -1;     // number of a packet that is left out; -1: none
  int invalid_column = -1;  // measurement id of a column that is marked as invalid in every frame
};

// Packets in order of sending; points frame by frame, without those that have no return.
struct GeneratedOuster {
  std::string metadata;
  std::vector<std::vector<uint8_t>> packets;
  std::vector<double> packet_times_s;              // of the first column, after the start
  std::vector<std::vector<ExpectedPoint>> frames;  // laser is the row, 0 is the highest
};

// Counter of the sensor at the start: seconds since it was switched on.
inline constexpr uint64_t kOusterStart_ns = 291'000'000'000;

GeneratedOuster generate_ouster(const OusterRecipe& recipe);

}  // namespace gs::lidar::testing
