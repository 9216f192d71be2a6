// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Extracts a VRS file to ordinary files: images or video, IMU samples as CSV, other records as JSON lines.
//
//   GS_TRY(const auto reader, vrs::Reader::open("in.vrs", problems));
//   GS_TRY(const ExtractReport report, extract_vrs(reader, "frames", {.format = "png"}, problems, progress));
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/reader.h"

namespace gs::convert {

// Output options.
struct ExtractOptions {
  std::string format = "png";  // "png", "jpg", "raw" (stored bytes) or "mp4" (one video per stream)
  bool color_map = false;      // depth as colours; always for jpg and mp4, which have no 16-bit samples
  bool replace = false;        // replace an earlier extraction if its files are unchanged and no file was added
  std::optional<logio::vrs::StreamId> only{};  // this stream only
  std::optional<double> from_s{}, to_s{};      // seconds since the first record
};

// Counts of an extraction.
struct ExtractReport {
  std::map<std::string, uint64_t> records;  // by stream
  uint64_t files = 0;
};

// Writes a folder, which appears complete or not at all. Unreadable records go to problems. Errors: already_exists,
// interrupted; those of writing.
// clang-format off
//   metadata.json                       output of vrs-inspect --json
//   200-1/000012-1700000000.123456.png  image: number in its stream and time [s]; times above 1e12 s are left out
//   200-1/frames.csv                    file, times and frame number of each image; 200-1.mp4 for videos
//   372-1.csv                           IMU samples
//   240-1.jsonl                         records of other streams, one JSON object per line
//   files.json                          list of all these files; a folder with other files is not replaced
// clang-format on
Result<ExtractReport> extract_vrs(const logio::vrs::Reader& reader, const std::filesystem::path& folder,
                                  const ExtractOptions& options, Problems& problems, Progress& progress);

}  // namespace gs::convert
