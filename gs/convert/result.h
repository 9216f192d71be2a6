// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Report of a conversion, as printed by rosbag-to-vrs (docs/rosbag-to-vrs.md).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gs::convert {

// Sizes, counts and times of a conversion.
struct ConversionResult {
  uint64_t input_bag_size = 0;                  // bytes
  uint64_t output_vrs_size = 0;                 // bytes
  double compression_ratio = 0;                 // output size / input size
  uint64_t total_messages = 0;                  // sum of messages_per_stream
  std::map<int, uint64_t> messages_per_stream;  // by logical stream id
  double duration_sec = 0;                      // from the first to the last record
  double conversion_time_sec = 0;

  std::map<int, std::string> topics;              // by logical stream id
  std::map<int, std::string> vrs_streams;         // VRS id ("200-1") by logical stream id
  uint64_t payload_bytes = 0;                     // uncompressed
  uint64_t late_records = 0;                      // too late for the reorder window; readers sort them
  std::map<int, uint64_t> peak_resident;          // most records in memory at once, by logical stream id
  std::vector<std::string> absent;                // data of the phase that the log does not hold
  std::map<std::string, uint64_t> not_converted;  // topics that were not converted, with their message counts
};

// Format the report as a table, or as JSON for programs.
std::string to_text(const ConversionResult& result);
std::string to_json(const ConversionResult& result);

}  // namespace gs::convert
