// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The metadata of an Ouster sensor: the JSON text that its driver publishes beside the packets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gs/core/result.h"
#include "gs/geometry/mat3.h"

namespace gs::lidar {

// How a packet stores its pixels (udp_profile_lidar).
struct OusterProfile {
  std::string_view name;
  std::size_t pixel_bytes = 0;
  uint32_t range_mask = 0;  // of the first 32 bits, and of those at second_at
  int range_unit_mm = 1;
  std::size_t reflectivity_at = 0;
  std::size_t second_at = 0, second_reflectivity_at = 0;  // of the second return; second_at 0: none
  bool legacy = false;                                    // no packet header; columns end with their status
};

// Finds a profile by its name; nullptr if it is unknown.
const OusterProfile* find_ouster_profile(std::string_view name);

// What the decoder needs of the metadata.
struct OusterMetadata {
  int rows = 0;  // beams; the first is the highest
  int columns_per_packet = 0;
  int columns = 0;  // of a revolution
  const OusterProfile* profile = nullptr;
  std::vector<double> altitudes_deg{}, azimuths_deg{};  // [rows]
  double beam_origin_mm = 0, beam_height_mm = 0;        // of the beams from the axis, along the beam and up
  Mat3d sensor_from_lidar{};
  Vec3d lidar_in_sensor_mm{};
  std::string product{};  // "OS-0-128"

  // Bytes of a packet.
  std::size_t packet_bytes() const;
  std::size_t column_bytes() const;
};

// Reads metadata of old firmware (flat) and new firmware (in groups). Errors: corrupt (JSON), unsupported (profile),
// invalid_data for sizes out of range, lists of another length and numbers that are not finite.
Result<OusterMetadata> parse_ouster_metadata(std::string_view json);

}  // namespace gs::lidar
