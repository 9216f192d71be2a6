// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sensors of Hesai: the layout of their packets and the angles of their channels.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::lidar {

// Angles of one channel [deg].
struct HesaiChannel {
  double elevation_deg = 0;
  double azimuth_deg = 0;  // added to the azimuth of the block
};

// One sensor. Offsets and sizes in bytes, those of the tail from the start of the packet.
struct HesaiModel {
  std::string_view name;
  std::vector<std::size_t> packet_bytes;  // with and without the optional fields at the end
  std::size_t header_bytes = 0;
  int blocks = 0;
  std::size_t flag_bytes = 0;  // of a block, before its azimuth
  std::size_t unit_bytes = 3;  // of a measurement: distance, reflectivity
  std::size_t mode_at = 0, date_at = 0, time_at = 0;
  double block_us = 0;       // from one block to the next
  double last_block_us = 0;  // time of the last block after that of the packet
  std::vector<HesaiChannel> channels{};
  std::vector<double> channel_us{};  // time of a channel after that of its block

  // Bytes of a block with its flag and azimuth.
  std::size_t block_bytes() const { return flag_bytes + 2 + unit_bytes * channels.size(); }
};

// Pandar40P, Pandar64, Pandar128 and XT32.
const std::vector<HesaiModel>& hesai_models();
// The model that wrote a packet, by its length, header and block flags; nullptr if it is none of them.
const HesaiModel* find_hesai_model(Bytes packet);

// Reads a calibration file of Hesai: lines "channel,elevation,azimuth" in degrees, channels from 1; a first line of
// words. Errors: invalid_data with the line.
Result<std::vector<HesaiChannel>> parse_hesai_calibration(std::string_view csv);

}  // namespace gs::lidar
