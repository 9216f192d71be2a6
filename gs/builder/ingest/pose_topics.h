// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// First pass over a log, over its small messages: transforms, poses, camera_info and the first position fix. The second
// pass needs them to place points in base_link and map.
#pragma once

#include <map>
#include <optional>

#include "gs/builder/calibration/tf_tree.h"
#include "gs/builder/ingest/message_stamp.h"
#include "gs/builder/ingest/topic_mapping.h"
#include "gs/builder/recording/recorded_fixes.h"
#include "gs/mapping/odometry/gravity.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace gs::builder {

// Result of find_pose_topics().
struct PoseTopics {
  TfTree tf;
  std::vector<StampedPose> map_from_base_link;                         // ready for poses.csv
  std::map<std::string, rosmsg::sensor_msgs::CameraInfo> camera_info;  // first valid message by camera id
  RecordedFixes fixes;                                                 // all valid NavSatFix
  // Origin of map_from_base_link in the map of the log [m]; set if the path is more than 10 km from the log's origin.
  std::optional<Vec3d> map_shift{};
  std::vector<mapping::GravitySample> gravity{};  // of LiDAR odometry with an IMU
  // Why LiDAR odometry has to give the poses; map_from_base_link is then empty. Empty: the log has poses.
  std::string lidar_reason{};
};

// Reads the messages of the mapped topics. Errors: INSUFFICIENT_DATA for fewer than 10 poses; TF_MISSING if poses come
// from the transforms, no chain leads to base_link, and the mapping does not allow poses from the LiDAR. `given`: fixed
// transforms that replace those of the log with the same child.
BuildResult<PoseTopics> find_pose_topics(const logio::LogReader& log, const TopicMapping& mapping,
                                         const FramesConfig& frames, const TimeWindow& window,
                                         const std::vector<StampedTransform>& given, Problems& problems);

// Poses for poses.csv: sorted by time, 1 ms to 1 s apart; longer gaps are filled by interpolation. A gap of more than
// 60 s or a step back by more than 1 s is a clock jump: the longest clock run is kept (clock_window.h). Both are
// reported as warnings.
std::vector<StampedPose> resample_poses(std::vector<StampedPose> poses, Problems& problems);

}  // namespace gs::builder
