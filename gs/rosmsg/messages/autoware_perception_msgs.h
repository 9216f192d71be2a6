// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package autoware_perception_msgs (Autoware): tracked objects.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/geometry_msgs.h"
#include "gs/rosmsg/messages/unique_identifier_msgs.h"

namespace gs::rosmsg::autoware_perception_msgs {

// autoware_perception_msgs/ObjectClassification: a class and its probability.
struct ObjectClassification {
  static constexpr std::string_view kType = "autoware_perception_msgs/msg/ObjectClassification";
  static constexpr uint8_t UNKNOWN = 0, CAR = 1, TRUCK = 2, BUS = 3, TRAILER = 4, MOTORCYCLE = 5, BICYCLE = 6,
                           PEDESTRIAN = 7;
  uint8_t label = UNKNOWN;
  float probability = 0;

  static void describe(auto& f) {
    f.constant("UNKNOWN", UNKNOWN);
    f.constant("CAR", CAR);
    f.constant("TRUCK", TRUCK);
    f.constant("BUS", BUS);
    f.constant("TRAILER", TRAILER);
    f.constant("MOTORCYCLE", MOTORCYCLE);
    f.constant("BICYCLE", BICYCLE);
    f.constant("PEDESTRIAN", PEDESTRIAN);
    f("label", &ObjectClassification::label);
    f("probability", &ObjectClassification::probability);
  }
  friend bool operator==(const ObjectClassification&, const ObjectClassification&) = default;
};

// autoware_perception_msgs/Shape: a box, a cylinder or a polygon with a height.
struct Shape {
  static constexpr std::string_view kType = "autoware_perception_msgs/msg/Shape";
  static constexpr uint8_t BOUNDING_BOX = 0, CYLINDER = 1, POLYGON = 2;
  uint8_t type = BOUNDING_BOX;
  geometry_msgs::Polygon footprint;   // of a polygon
  geometry_msgs::Vector3 dimensions;  // length, width, height [m]; of a cylinder the diameter twice

  static void describe(auto& f) {
    f.constant("BOUNDING_BOX", BOUNDING_BOX);
    f.constant("CYLINDER", CYLINDER);
    f.constant("POLYGON", POLYGON);
    f("type", &Shape::type);
    f("footprint", &Shape::footprint);
    f("dimensions", &Shape::dimensions);
  }
  friend bool operator==(const Shape&, const Shape&) = default;
};

// autoware_perception_msgs/TrackedObjectKinematics: where an object is and how it moves. The pose is that of the middle
// of its shape, the twist is in the frame of the object.
struct TrackedObjectKinematics {
  static constexpr std::string_view kType = "autoware_perception_msgs/msg/TrackedObjectKinematics";
  static constexpr uint8_t UNAVAILABLE = 0, SIGN_UNKNOWN = 1, AVAILABLE = 2;
  geometry_msgs::PoseWithCovariance pose_with_covariance;
  geometry_msgs::TwistWithCovariance twist_with_covariance;
  geometry_msgs::AccelWithCovariance acceleration_with_covariance;
  uint8_t orientation_availability = UNAVAILABLE;
  bool is_stationary = false;

  static void describe(auto& f) {
    f.constant("UNAVAILABLE", UNAVAILABLE);
    f.constant("SIGN_UNKNOWN", SIGN_UNKNOWN);
    f.constant("AVAILABLE", AVAILABLE);
    f("pose_with_covariance", &TrackedObjectKinematics::pose_with_covariance);
    f("twist_with_covariance", &TrackedObjectKinematics::twist_with_covariance);
    f("acceleration_with_covariance", &TrackedObjectKinematics::acceleration_with_covariance);
    f("orientation_availability", &TrackedObjectKinematics::orientation_availability);
    f("is_stationary", &TrackedObjectKinematics::is_stationary);
  }
  friend bool operator==(const TrackedObjectKinematics&, const TrackedObjectKinematics&) = default;
};

// autoware_perception_msgs/TrackedObject: an object that is followed; its id is the same in all messages.
struct TrackedObject {
  static constexpr std::string_view kType = "autoware_perception_msgs/msg/TrackedObject";
  unique_identifier_msgs::UUID object_id;
  float existence_probability = 0;
  std::vector<ObjectClassification> classification;
  TrackedObjectKinematics kinematics;
  Shape shape;

  static void describe(auto& f) {
    f("object_id", &TrackedObject::object_id);
    f("existence_probability", &TrackedObject::existence_probability);
    f("classification", &TrackedObject::classification);
    f("kinematics", &TrackedObject::kinematics);
    f("shape", &TrackedObject::shape);
  }
  friend bool operator==(const TrackedObject&, const TrackedObject&) = default;
};

// autoware_perception_msgs/TrackedObjects: the objects at one time.
struct TrackedObjects {
  static constexpr std::string_view kType = "autoware_perception_msgs/msg/TrackedObjects";
  std_msgs::Header header;
  std::vector<TrackedObject> objects;

  static void describe(auto& f) {
    f("header", &TrackedObjects::header);
    f("objects", &TrackedObjects::objects);
  }
  friend bool operator==(const TrackedObjects&, const TrackedObjects&) = default;
};

}  // namespace gs::rosmsg::autoware_perception_msgs
