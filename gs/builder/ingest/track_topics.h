// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The topics that LiDAR odometry reads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/builder/ingest/lidar_track.h"
#include "gs/logio/api/log.h"

namespace gs::builder {

// True for "pkg/msg/Type" and its ROS 1 name "pkg/Type".
bool has_type(const logio::LogChannel& channel, std::string_view ros2_type);

// Topics of LiDAR odometry; imu and odometry are empty if there are none or they are not wanted.
struct TrackTopics {
  std::string lidar, imu, odometry;
  std::vector<std::string> transforms;
};

// The topics asked for, else those with most bytes. Errors: topic_not_found if the log has no LiDAR or lacks a topic
// that was asked for.
Result<TrackTopics> choose_track_topics(const logio::LogReader& log, const LidarTrackOptions& options);

}  // namespace gs::builder
