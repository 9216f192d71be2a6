// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The contents of a VRS file as ordinary files: pictures or video, IMU samples as CSV, everything else as JSON lines.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "gs/core/problems.h"
#include "gs/core/progress.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/reader.h"

namespace gs {

struct ExtractOptions {
  std::string format = "png";  // "png", "jpg", "raw" (bytes as they are) or "mp4" (one video a stream)
  bool color_map = false;      // depth in colours; always so in jpg and mp4, which have no 16 bits
  bool replace = false;        // an earlier extraction to which nobody added anything
  std::optional<vrs::StreamId> only{};
  std::optional<double> from_s{}, to_s{};  // since the first record
};

struct ExtractReport {
  std::map<std::string, uint64_t> records;  // by stream
  uint64_t files = 0;
};

// The folder appears whole or not at all:
//   metadata.json                       what vrs-inspect --json prints
//   200-1/000012-1700000000.123456.png  an image: number in its stream and time; an absurd time is left out
//   200-1/frames.csv                    file, times and frame number of each picture; 200-1.mp4 for videos
//   372-1.csv                           IMU samples
//   240-1.jsonl                         records of other streams, one JSON object a line
//   files.json                          the list of all these files: what is not in it is not ours to replace
Result<ExtractReport> extract_vrs(const vrs::Reader& reader, const std::filesystem::path& folder,
                                  const ExtractOptions& options, Problems& problems, Progress& progress);

}  // namespace gs
