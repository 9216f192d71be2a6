// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package vision_msgs (version 4, ROS 2 Humble and later): boxes around objects.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/geometry_msgs.h"

namespace gs::rosmsg::vision_msgs {

// vision_msgs/ObjectHypothesis: a class and its probability.
struct ObjectHypothesis {
  static constexpr std::string_view kType = "vision_msgs/msg/ObjectHypothesis";
  std::string class_id;
  double score = 0;

  static void describe(auto& f) {
    f("class_id", &ObjectHypothesis::class_id);
    f("score", &ObjectHypothesis::score);
  }
  friend bool operator==(const ObjectHypothesis&, const ObjectHypothesis&) = default;
};

// vision_msgs/ObjectHypothesisWithPose: a class and the pose that belongs to it.
struct ObjectHypothesisWithPose {
  static constexpr std::string_view kType = "vision_msgs/msg/ObjectHypothesisWithPose";
  ObjectHypothesis hypothesis;
  geometry_msgs::PoseWithCovariance pose;

  static void describe(auto& f) {
    f("hypothesis", &ObjectHypothesisWithPose::hypothesis);
    f("pose", &ObjectHypothesisWithPose::pose);
  }
  friend bool operator==(const ObjectHypothesisWithPose&, const ObjectHypothesisWithPose&) = default;
};

// vision_msgs/BoundingBox3D: a box with its full edge lengths along its own axes [m].
struct BoundingBox3D {
  static constexpr std::string_view kType = "vision_msgs/msg/BoundingBox3D";
  geometry_msgs::Pose center;
  geometry_msgs::Vector3 size;

  static void describe(auto& f) {
    f("center", &BoundingBox3D::center);
    f("size", &BoundingBox3D::size);
  }
  friend bool operator==(const BoundingBox3D&, const BoundingBox3D&) = default;
};

// vision_msgs/Detection3D: an object with its box; `id` is the same in all messages about the object.
struct Detection3D {
  static constexpr std::string_view kType = "vision_msgs/msg/Detection3D";
  std_msgs::Header header;
  std::vector<ObjectHypothesisWithPose> results;
  BoundingBox3D bbox;
  std::string id;

  static void describe(auto& f) {
    f("header", &Detection3D::header);
    f("results", &Detection3D::results);
    f("bbox", &Detection3D::bbox);
    f("id", &Detection3D::id);
  }
  friend bool operator==(const Detection3D&, const Detection3D&) = default;
};

// vision_msgs/Detection3DArray: the objects at one time.
struct Detection3DArray {
  static constexpr std::string_view kType = "vision_msgs/msg/Detection3DArray";
  std_msgs::Header header;
  std::vector<Detection3D> detections;

  static void describe(auto& f) {
    f("header", &Detection3DArray::header);
    f("detections", &Detection3DArray::detections);
  }
  friend bool operator==(const Detection3DArray&, const Detection3DArray&) = default;
};

}  // namespace gs::rosmsg::vision_msgs
