// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Step 1: a log becomes pictures, sweeps in base_link, poses, transforms and the tables of what was recorded when.
// MCAP, rosbag2 and ROS 1 bags alike.
#pragma once

#include <string>

#include "gs/builder/build_config.h"
#include "gs/builder/topic_mapping.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"

namespace gs {

struct IngestOptions {
  fs::path log;
  BuildConfig config;
  int jpeg_quality = 95;  // of pictures that are no JPEG yet
};

// What was cut from the path because there are no sweeps.
struct PathCut {
  double start_s = 0, end_s = 0;
};

struct IngestReport {
  TopicMapping mapping;
  uint64_t images = 0, sweeps = 0, points = 0, poses = 0;
  uint64_t log_bytes = 0;
  double log_duration_s = 0;
  std::string log_md5, log_format;
  PathCut path_cut;
  Problems problems;
};

// The folder 00_mcap_ingest appears whole or not at all. MCAP_READ_ERROR, TOPIC_NOT_FOUND, INSUFFICIENT_DATA,
// TF_MISSING. Memory does not grow with the log but for its stamps, poses and transforms.
BuildResult<IngestReport> ingest(const Workspace& workspace, const IngestOptions& options, Progress& progress);

// Refuses a folder that is no recording: one without metadata.yaml whose log files do not belong together by name
// (drive_0.mcap, drive_1.mcap). Reading unrelated logs as one gives no usable poses. invalid_argument.
Result<void> check_log_folder(const fs::path& log);

// The md5 of a log's file; of a folder, that of its files one after the other, by name.
Result<std::string> md5_of_log(const fs::path& log);

}  // namespace gs
