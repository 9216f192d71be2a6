// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ingest: extracts images, sweeps in base_link, poses, transforms and the tables of recorded frames from a log (MCAP,
// rosbag2 or ROS 1 bag).
//
// clang-format off
//   00_mcap_ingest/raw_extract/images/camera_<id>/%010d.jpg  image, numbered without gaps
//   00_mcap_ingest/raw_extract/masks/camera_<id>.png         of resampled (omni) cameras: 0 where images show nothing
//   00_mcap_ingest/raw_extract/lidar/%010d.pcd               deskewed sweep in base_link; several LiDARs: lidar/<id>/
//   00_mcap_ingest/raw_extract/poses.csv                     map_from_base_link along the drive
//   00_mcap_ingest/pose_source.json, gravity.json            where the poses come from; verticals of the IMU, if used
//   00_mcap_ingest/given_boxes.json                          boxes of the topic of actors.source, in base_link
//   00_mcap_ingest/raw_extract/tf/tf.json, tf_static.json    moving and fixed transforms
//   00_mcap_ingest/point_times/lidar_<id>/%010d.bin          measurement times of the points (deskew_times.h)
//   00_mcap_ingest/timeline.json, frameset.json              stamps by sensor; frames by simulation time
//   00_mcap_ingest/sensors.json, timebase.yaml               metadata and rates of the sensors; initial pose
//   00_mcap_ingest/topic_mapping.json, source.json           topics in use; name, size, MD5 and duration of the log
// clang-format on
#pragma once

#include <string>
#include <vector>

#include "gs/builder/build_config.h"
#include "gs/builder/ingest/message_stamp.h"
#include "gs/builder/ingest/topic_mapping.h"
#include "gs/builder/recording/pose_source.h"
#include "gs/core/problems.h"
#include "gs/core/progress.h"

namespace gs::builder {

// Options of McapIngest.
struct IngestOptions {
  fs::path log;
  std::vector<fs::path> more_logs{};  // further files of the same drive
  BuildConfig config;
  int jpeg_quality = 95;  // quality for images that are not JPEG yet
};

// Seconds removed from the start and the end of the path because the LiDAR recorded no sweeps there.
struct PathCut {
  double start_s = 0, end_s = 0;
};

// Result of McapIngest.
struct IngestReport {
  TopicMapping mapping;
  uint64_t images = 0, sweeps = 0, points = 0, poses = 0;
  uint64_t log_bytes = 0;
  double log_duration_s = 0;
  std::string log_md5, log_format;
  PathCut path_cut;
  PoseSourceReport pose_source;
  Problems problems;
};

// The step that extracts a log: writes 00_mcap_ingest, completely or not at all. Memory is bounded except for stamps,
// poses and transforms. Errors: MCAP_READ_ERROR, TOPIC_NOT_FOUND, INSUFFICIENT_DATA, TF_MISSING.
struct McapIngest : StepTypes<Step::mcap_ingest, IngestOptions, IngestReport> {
  static BuildResult<Report> run(const Workspace& workspace, const Options& options, Progress& progress);
};

// The configured part of a log, by recording time.
TimeWindow window_of(const logio::LogInfo& info, const TimeRangeConfig& range);

}  // namespace gs::builder
