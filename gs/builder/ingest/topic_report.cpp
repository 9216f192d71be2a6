// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The topics of a build as a table and as a document.
#include "gs/builder/ingest/topic_mapping.h"
#include "gs/camera/camera_message.h"
#include "gs/core/format.h"
#include "gs/core/text/enum_names.h"
#include "gs/lidar/lidar_decoder.h"

namespace gs::builder {
namespace {

constexpr EnumNames<PoseSource::lidar> kPoseSources("odometry", "pose", "pose_with_covariance", "tf", "lidar");

Node texts(const std::vector<std::string>& values) {
  Node list = Node::list();
  for (const std::string& value : values) list.items.push_back(Node::of(value));
  return list;
}

// Where the times of points come from.
std::string point_times_of(const LidarTopic& lidar) {
  return lidar.has_times ? "recorded" : lidar.turn ? "azimuth" : "none";
}

}  // namespace

std::string_view to_text(PoseSource source) { return kPoseSources[source]; }

std::string to_text(const TopicMapping& mapping) {
  std::string text;
  for (const CameraTopic& c : mapping.cameras) {
    const camera::CameraFormat* readable = camera::find_format(c.type);
    text += format("camera {:<12} {}  (reader: {}, camera_info: {}{})\n", c.id, c.topic,
                   readable == nullptr ? "none" : readable->name, c.info_topic.empty() ? "none" : c.info_topic,
                   c.rectified ? ", rectified: P without distortion" : "");
  }
  for (const LidarTopic& l : mapping.lidars) {
    const lidar::LidarFormat* decodable = lidar::find_format(l.type);
    text += format("lidar  {:<12} {}  (decoder: {}{}{}{})\n", l.id, l.topic,
                   decodable == nullptr ? "none" : decodable->decoder,
                   l.metadata_topic.empty() ? "" : ", metadata: ", l.metadata_topic,
                   l.has_times ? "" : format(", point times: {}", point_times_of(l)));
  }
  const std::string poses = mapping.pose_source == PoseSource::lidar ? "LiDAR odometry, because " + mapping.pose_reason
                            : mapping.pose_topic.empty()             ? "from the transforms"
                                                         : mapping.pose_topic + ", because " + mapping.pose_reason;
  text += format("trajectory          {}\n", poses);
  for (const auto* list : {&mapping.tf, &mapping.tf_static}) {
    for (const std::string& topic : *list) text += format("transforms          {}\n", topic);
  }
  for (const std::string& note : mapping.notes) text += "note: " + note + "\n";
  return text;
}

Node to_node(const TopicMapping& mapping) {
  Node cameras = Node::map(), lidars = Node::map();
  for (const CameraTopic& c : mapping.cameras) {
    Node& camera = cameras.add(c.id, Node::map());
    camera.add("topic", Node::of(c.topic));
    camera.add("type", Node::of(c.type));
    camera.add("camera_info", Node::of(c.info_topic));
  }
  for (const LidarTopic& l : mapping.lidars) {
    Node& lidar = lidars.add(l.id, Node::map());
    lidar.add("topic", Node::of(l.topic));
    lidar.add("type", Node::of(l.type));
    lidar.add("point_times", Node::of(point_times_of(l)));
  }
  Node root = Node::map();
  root.add("version", Node::of("1.0.0"));
  root.add("cameras", std::move(cameras));
  root.add("lidars", std::move(lidars));
  root.add("pose_source", Node::of(kPoseSources[mapping.pose_source]));
  root.add("pose_topic", Node::of(mapping.pose_topic));
  root.add("pose_reason", Node::of(mapping.pose_reason));
  root.add("tf", texts(mapping.tf));
  root.add("tf_static", texts(mapping.tf_static));
  root.add("fix", Node::of(mapping.fix_topic));
  root.add("notes", texts(mapping.notes));
  Node shifts = Node::map();
  for (const auto& [topic, clock] : mapping.clocks.topics) {
    if (clock.shift.ns != 0 || clock.delay.ns != 0) shifts.add(topic, Node::of((clock.shift - clock.delay).seconds()));
  }
  root.add("clock_shifts_sec", std::move(shifts));
  std::vector<std::string> warnings;
  for (const Problem& warning : mapping.warnings) warnings.push_back(to_string(warning));
  root.add("warnings", texts(warnings));
  return root;
}

}  // namespace gs::builder
