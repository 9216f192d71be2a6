// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Assigns the topics of a log to cameras, LiDARs, trajectory and transforms: from the configuration, or by type and
// name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gs/builder/build_config.h"
#include "gs/builder/topics/log_clocks.h"
#include "gs/core/problems.h"
#include "gs/geometry/azimuth.h"
#include "gs/logio/api/log.h"

namespace gs::builder {

// One camera.
struct CameraTopic {
  std::string id;  // "front"
  std::string topic;
  std::string type{"sensor_msgs/msg/Image"};  // one of camera::all_formats()
  std::string info_topic{};                   // empty: no camera_info found
  bool rectified = false;                     // the images are rectified: P of camera_info holds, without distortion
};
// A turn that gives points their times, from the stamp on (gs/lidar/turn_times.h).
struct TurnTimes {
  TurnSense sense = TurnSense::clockwise;
  double period_s = 0;
};
// One LiDAR.
struct LidarTopic {
  std::string id;
  std::string topic;
  std::string type{"sensor_msgs/msg/PointCloud2"};  // one of lidar::all_formats()
  std::string metadata_topic{};                     // of Ouster packets; empty: none found
  bool has_times = true;                            // the driver writes the times of points
  std::optional<TurnTimes> turn{};                  // without times: they follow from azimuths
};

// Kind of message that gives the trajectory; tf: the transforms; lidar: LiDAR odometry.
enum class PoseSource { odometry, pose, pose_with_covariance, tf, lidar };
// Its name: "odometry", "pose", "pose_with_covariance", "tf" or "lidar".
std::string_view to_text(PoseSource source);

// Result of map_topics().
struct TopicMapping {
  std::vector<CameraTopic> cameras;  // sorted by id
  std::vector<LidarTopic> lidars;
  PoseSource pose_source = PoseSource::tf;
  std::string pose_topic{};          // empty: poses come from the transforms or the LiDAR
  std::string pose_reason{};         // one clause: why this source
  bool may_use_lidar_poses = false;  // if the transforms do not lead to the vehicle
  std::vector<std::string> tf{}, tf_static{};
  std::string fix_topic{};           // NavSatFix
  std::vector<std::string> notes{};  // topics that are not needed, with reasons
  std::vector<Problem> warnings{};   // cameras that cannot be used, with the next step
  LogClocks clocks{};                // of the topics in use; filled in by add_clocks()
};

// Errors: TOPIC_NOT_FOUND with the available topics if a configured topic is not in the log or has another type, and if
// the log has nothing to build from: no camera and no LiDAR, or neither poses nor transforms nor a LiDAR. `poses` is
// calibration.poses: with kPosesAuto the LiDAR gives the poses if the log has none, with kPosesOfLidar always. Of
// several topics of one kind the best is chosen (topics/topic_choice.h) and the choice is explained in reason and
// notes. Cameras without camera_info beside cameras that have it are left out, unless a calibration file may give their
// intrinsics.
BuildResult<TopicMapping> map_topics(const logio::LogReader& log, const TopicsConfig& config,
                                     std::string_view poses = kPosesAuto, const FramesConfig& frames = {},
                                     bool has_calibration_file = false);
// The topics of a build.
BuildResult<TopicMapping> map_topics(const logio::LogReader& log, const BuildConfig& config);

// Looks at the clocks of the mapped topics, from `begin` on: sets mapping.clocks and adds their notes. Errors: those of
// reading. A clock that cannot be repaired is mapping.clocks.failure.
Result<void> add_clocks(const logio::LogReader& log, std::optional<Timestamp> begin, TopicMapping& mapping,
                        Problems& problems);

// A readable table for the terminal, and a document for topic_mapping.json.
std::string to_text(const TopicMapping& mapping);
Node to_node(const TopicMapping& mapping);

}  // namespace gs::builder
