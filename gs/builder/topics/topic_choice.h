// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Choice between several topics of one kind: poses, clouds, images.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gs/builder/topics/topic_facts.h"

namespace gs::builder {

// Names of the frames that the choice depends on.
struct ChoiceFrames {
  std::string map = "map", odom = "odom", base_link = "base_link";
};

// Points of a topic as the source of poses, and the properties behind them.
struct PoseScore {
  int points = 0;
  std::string text;  // "in map, of base_link, 50.0 Hz"
};
// Points for the frame map (3) or odom (1), poses of base_link (2), 10 to 200 Hz (1), covering 95 % of the log (3),
// stamps (1); minus 4 for fewer than one message a second and for positions that are not finite.
PoseScore score_poses(const TopicFacts& facts, const ChoiceFrames& frames);

// Why a LiDAR topic should not be used beside the others; empty: it should. Refused are radars, clouds in map, odom or
// base_link beside one in the frame of a sensor, and the poorer of two clouds of one frame: those with a name of
// processing, without rings or times that the other has, or with the stamps of the other. Clouds of one time that have
// few points in common are those of two LiDARs.
std::string reason_against_cloud(const TopicFacts& cloud, std::span<const TopicFacts> all, const ChoiceFrames& frames);

// True if images of this topic are rectified: image_rect, image_rect_color, rectified ...
bool is_rectified(std::string_view image_topic);
// Why an image topic should not be used beside the others of the log; empty: it should. Refused are masks, overlays and
// infrared images, and all but the best image of one camera (topics image_raw, image_color, image, image_rect_color,
// image_rect, image_mono of one namespace, best first).
std::string reason_against_image(std::string_view topic, std::span<const std::string> all);

}  // namespace gs::builder
