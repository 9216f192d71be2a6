// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a conversion did (seed 004, section 3.3, and what a user wants to know beyond it).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gs {

struct ConversionResult {
  uint64_t input_bag_size = 0;                  // bytes
  uint64_t output_vrs_size = 0;                 // bytes
  double compression_ratio = 0;                 // output / input: 0.6 means 60 % of the bag
  uint64_t total_messages = 0;                  // in the streams below
  std::map<int, uint64_t> messages_per_stream;  // by logical stream id
  double duration_sec = 0;                      // from the first to the last record
  double conversion_time_sec = 0;

  std::map<int, std::string> topics;              // by logical stream id
  std::map<int, std::string> vrs_streams;         // "200-1"
  uint64_t payload_bytes = 0;                     // uncompressed
  uint64_t late_records = 0;                      // came too late for the reorder window; readers sort them
  std::map<int, uint64_t> peak_resident;          // records of a stream in memory at once
  std::vector<std::string> absent;                // what the phase asks for and the log does not hold
  std::map<std::string, uint64_t> not_converted;  // topics of the log that went nowhere, with their counts
};

// A table for people; JSON for machines.
std::string to_text(const ConversionResult& result);
std::string to_json(const ConversionResult& result);

}  // namespace gs
