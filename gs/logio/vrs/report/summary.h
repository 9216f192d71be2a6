// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Overview of a VRS file: streams, counts, rates, gaps, sizes; and a check that all of it is readable.
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

namespace gs::logio::vrs {

// Period between two data records of a stream that is longer than kGapFactor times the median period.
struct Gap {
  double from_s = 0, seconds = 0;
};
inline constexpr double kGapFactor = 2.5;

// Overview of one stream.
struct StreamSummary {
  StreamId id;
  std::string name, flavor;
  std::optional<int> logical_id;
  std::map<RecordType, uint64_t> counts;
  std::optional<double> first_s, last_s;  // times of the first and last data record
  double median_period_s = 0;
  double rate_hz = 0;     // between first and last data record
  std::vector<Gap> gaps;  // longest first, at most 100
  uint64_t gap_count = 0;
  uint64_t stored_bytes = 0;                          // headers included
  uint64_t payload_bytes = 0;                         // uncompressed
  std::map<Codec, uint64_t> codecs;                   // records by compression
  std::map<std::string, std::string> record_formats;  // "Data:1" -> "data_layout+image/raw"
  std::string image;                                  // format of the last image: "640 x 480 rgb8 raw"
  std::string configuration_json;                     // last configuration record as JSON; empty: none
};

// Overview of a file.
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

// Reads the headers of all records, and the last configuration and data record of each stream. Unreadable records go to
// problems.
Result<FileSummary> summarise(const Reader& reader, Problems& problems);

// Result of check_contents().
struct CheckReport {
  uint64_t records = 0, bad_records = 0;  // bad: unreadable, or content does not match its format
};
// Reads and decodes every record. Adds the first error of each stream, and the number of bad records, to problems.
// Errors: interrupted.
Result<CheckReport> check_contents(const Reader& reader, Problems& problems, Progress& progress);

}  // namespace gs::logio::vrs
