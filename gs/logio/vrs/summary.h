// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a VRS file holds: streams, counts, rates, gaps, sizes, and whether all of it can be read.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/reader.h"

namespace gs::vrs {

// A pause between two data records of a stream that is longer than kGapFactor median periods.
struct Gap {
  double from_s = 0, seconds = 0;
};
inline constexpr double kGapFactor = 2.5;

struct StreamSummary {
  StreamId id;
  std::string name, flavor;
  std::optional<int> logical_id;
  std::map<RecordType, uint64_t> counts;
  std::optional<double> first_s, last_s;  // of data records
  double median_period_s = 0;
  double rate_hz = 0;     // between first and last data record
  std::vector<Gap> gaps;  // the longest first, at most 100
  uint64_t gap_count = 0;
  uint64_t stored_bytes = 0;                          // headers included
  uint64_t payload_bytes = 0;                         // uncompressed
  std::map<Codec, uint64_t> codecs;                   // records by compression
  std::map<std::string, std::string> record_formats;  // "Data:1" -> "data_layout+image/raw"
  std::string image;                                  // "640 x 480 rgb8 raw", of the last image configuration
  std::string configuration_json;                     // the last configuration, as JSON; empty: none
};

struct FileSummary {
  FileHeader header;
  IndexPlace index = IndexPlace::end;
  bool sorted = true;
  uint64_t file_bytes = 0;
  std::size_t chunks = 1;
  uint64_t records = 0;
  std::optional<double> first_s, last_s;
  Tags tags;
  std::vector<StreamSummary> streams;
};

// Looks at the headers of all records and at the contents of configurations.
Result<FileSummary> summarise(const Reader& reader, Problems& problems);

struct CheckReport {
  uint64_t records = 0, bad_records = 0;  // bad: unreadable, or with contents their formats do not explain
};
// Reads and decodes every record. What is wrong goes to problems; the first of each stream in full.
Result<CheckReport> check_contents(const Reader& reader, Problems& problems, Progress& progress);

}  // namespace gs::vrs
