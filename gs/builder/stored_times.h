// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// When the points of a deskewed sweep were measured, kept beside its PCD file, whose fields are fixed: where a ray
// began follows from it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gs/core/file.h"

namespace gs {

// A step a point: time = first_s + step * step_s, from the stamp of the sweep. 256 steps of 0.1 s are 4 mm at 10 m/s.
struct StoredTimes {
  float first_s = 0, step_s = 0;
  std::vector<uint8_t> steps{};

  double seconds(std::size_t step) const { return double{first_s} + double{step_s} * static_cast<double>(step); }
};

StoredTimes quantized_times(std::span<const float> offsets_s);

// Little endian: two floats, then one byte a point.
std::string write_stored_times(const StoredTimes& times);
Result<StoredTimes> read_stored_times(const fs::path& path);

// 00_mcap_ingest/point_times/<lidar key>/%010d.bin
std::string stored_times_path(const std::string& lidar_key, std::size_t index);

}  // namespace gs
