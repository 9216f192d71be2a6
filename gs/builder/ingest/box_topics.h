// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Boxes around objects in the messages of a topic: vision_msgs/Detection3DArray with ids (labels, trackers) and
// autoware_perception_msgs/TrackedObjects.
#pragma once

#include <string>
#include <string_view>

#include "gs/builder/build_config.h"
#include "gs/builder/ingest/pose_topics.h"
#include "gs/builder/recording/recorded_boxes.h"
#include "gs/logio/api/log.h"

namespace gs::builder {

// Checks that the log has the topic, and that it holds boxes. Errors: TOPIC_NOT_FOUND, CONFIGURATION_ERROR for another
// type; both name the topics with boxes.
BuildResult<std::monostate> check_box_topic(const logio::LogReader& log, const std::string& topic);

// What the boxes are placed with.
struct BoxPlaces {
  const TopicMapping& mapping;
  const FramesConfig& frames;
  const PoseTopics& motion;  // transforms, and the poses of the log or of LiDAR odometry
};

// Reads all boxes of a topic and places them in base_link at their own stamps: through the transforms, and boxes in
// frames.map or frames.odom, if no transform leads there, through the poses of the log. So they keep their position
// relative to the sweeps when poses are refined. Objects are in the order of their first box, boxes with one id form
// one track. Boxes beyond the time of the poses are left out, with a warning. Errors: those of check_box_topic();
// TF_MISSING for an unknown frame; invalid_data for boxes without ids, two boxes of one object at one time, stamps that
// decrease and numbers out of range; limit_exceeded.
BuildResult<RecordedBoxes> read_box_topic(const logio::LogReader& log, const std::string& topic,
                                          const TimeWindow& window, const BoxPlaces& places, Problems& problems);

}  // namespace gs::builder
