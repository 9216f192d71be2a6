// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Measurement times of the points of a deskewed sweep. They are stored beside its PCD file, whose fields are fixed; the
// origin of each ray follows from them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gs/core/file.h"

namespace gs::builder {

// One byte per point: seconds after the stamp = first_s + byte * step_s. A sweep of 0.1 s has steps of 0.4 ms, which is
// 4 mm at 10 m/s.
struct StoredTimes {
  float first_s = 0, step_s = 0;
  std::vector<uint8_t> steps{};

  // Seconds after the stamp for a byte value.
  double seconds(std::size_t step) const { return double{first_s} + double{step_s} * static_cast<double>(step); }
};

// Quantizes times [s after the stamp] to 256 steps between the smallest and the largest.
StoredTimes quantized_times(std::span<const float> offsets_s);

// File format, little endian: float first_s, float step_s, then one byte per point. Errors: truncated, corrupt.
std::string write_stored_times(const StoredTimes& times);
Result<StoredTimes> read_stored_times(const fs::path& path);

// Path relative to 00_mcap_ingest: point_times/<lidar key>/%010d.bin.
std::string stored_times_path(const std::string& lidar_key, std::size_t index);

}  // namespace gs::builder
