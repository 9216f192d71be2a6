// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Which topics of a log are the cameras, the LiDARs, the trajectory and the transforms: from the configuration, or
// found by type and name.
#pragma once

#include <string>
#include <vector>

#include "gs/builder/build_config.h"
#include "gs/logio/log.h"

namespace gs {

struct CameraTopic {
  std::string id;  // "front"
  std::string topic;
  bool compressed = false;
  std::string info_topic{};  // empty: the log has none that fits
};
struct LidarTopic {
  std::string id;
  std::string topic;
};

enum class PoseSource { odometry, pose, pose_with_covariance, tf };

struct TopicMapping {
  std::vector<CameraTopic> cameras;  // by id
  std::vector<LidarTopic> lidars;
  PoseSource pose_source = PoseSource::tf;
  std::string pose_topic{};  // empty: the transforms
  std::vector<std::string> tf{}, tf_static{};
  std::string fix_topic{};           // NavSatFix
  std::vector<std::string> notes{};  // what was left out, and why
};

// TOPIC_NOT_FOUND with the available topics when a configured topic is not in the log or has another type, and when
// there is nothing to build from: no camera and no LiDAR, or neither poses nor transforms.
BuildResult<TopicMapping> map_topics(const LogReader& log, const TopicsConfig& config);

// A readable table, and the same as a document for the workspace.
std::string to_text(const TopicMapping& mapping);
Node to_node(const TopicMapping& mapping);

// "/camera/front_left/image_raw/compressed" -> "front_left"; words that say nothing about the place are left out.
std::string sensor_id_of(std::string_view topic);

}  // namespace gs
