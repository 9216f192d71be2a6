// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ingest: extracts images, sweeps in base_link, poses, transforms and the tables of recorded frames from a log (MCAP,
// rosbag2 or ROS 1 bag).
#pragma once

#include <string>

#include "gs/builder/build_config.h"
#include "gs/builder/topic_mapping.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"

namespace gs {

// Options of ingest().
struct IngestOptions {
  fs::path log;
  BuildConfig config;
  int jpeg_quality = 95;  // quality for images that are not JPEG yet
};

// Seconds removed from the start and the end of the path because the LiDAR recorded no sweeps there.
struct PathCut {
  double start_s = 0, end_s = 0;
};

// Result of ingest().
struct IngestReport {
  TopicMapping mapping;
  uint64_t images = 0, sweeps = 0, points = 0, poses = 0;
  uint64_t log_bytes = 0;
  double log_duration_s = 0;
  std::string log_md5, log_format;
  PathCut path_cut;
  Problems problems;
};

// Writes 00_mcap_ingest, completely or not at all. Memory is bounded except for stamps, poses and transforms. Errors:
// MCAP_READ_ERROR, TOPIC_NOT_FOUND, INSUFFICIENT_DATA, TF_MISSING.
BuildResult<IngestReport> ingest(const Workspace& workspace, const IngestOptions& options, Progress& progress);

// Rejects a folder that is not one recording: without metadata.yaml and with log files whose names do not belong
// together (drive_0.mcap, drive_1.mcap do). Reading unrelated logs as one gives no usable poses. Errors:
// invalid_argument.
Result<void> check_log_folder(const fs::path& log);

// MD5 of a log file; for a folder, of its files concatenated in the order of their names.
Result<std::string> md5_of_log(const fs::path& log);

}  // namespace gs
