// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ground-truth images as ROS messages, beside /camera/<id>/image_raw and with its stamp:
//   /camera/<id>/ground_truth/depth     32FC1, along the optical axis [m]; NaN: no depth (REP 118)
//   /camera/<id>/ground_truth/instance  16UC1, numbers of actors; 0: no actor
//   /camera/<id>/ground_truth/class     16UC1, classes of actors; 0: no actor
//   /camera/<id>/ground_truth/flow      32FC2, pixel now minus pixel in the previous image [px]; NaN: unknown
#pragma once

#include <string>
#include <vector>

#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/sim/options.h"
#include "gs/sim/sensors/camera_truth.h"

namespace gs::bridge {

// Topics of a camera with these options.
std::vector<std::string> truth_topics(const std::string& camera_id, const sim::GroundTruthOptions& wanted);

// A message and its topic.
struct TruthMessage {
  std::string topic;
  rosmsg::sensor_msgs::Image image;
};
// Messages of the planes that are not empty, in the order above.
std::vector<TruthMessage> truth_messages(const sim::TruthImages& truth, const std::string& frame_id);

}  // namespace gs::bridge
