// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of the ROS package geometry_msgs. Quaternions have the order x, y, z, w. Conversions to gs/geometry are in
// gs/rosmsg/geometry.h.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/std_msgs.h"

namespace gs::rosmsg::geometry_msgs {

// geometry_msgs/Point: a position [m].
struct Point {
  static constexpr std::string_view kType = "geometry_msgs/msg/Point";
  double x = 0;
  double y = 0;
  double z = 0;

  static void describe(auto& f) {
    f("x", &Point::x);
    f("y", &Point::y);
    f("z", &Point::z);
  }
  friend bool operator==(const Point&, const Point&) = default;
};

// geometry_msgs/Point32: a position [m] in single precision.
struct Point32 {
  static constexpr std::string_view kType = "geometry_msgs/msg/Point32";
  float x = 0;
  float y = 0;
  float z = 0;

  static void describe(auto& f) {
    f("x", &Point32::x);
    f("y", &Point32::y);
    f("z", &Point32::z);
  }
  friend bool operator==(const Point32&, const Point32&) = default;
};

// geometry_msgs/Vector3: a direction or a difference of positions.
struct Vector3 {
  static constexpr std::string_view kType = "geometry_msgs/msg/Vector3";
  double x = 0;
  double y = 0;
  double z = 0;

  static void describe(auto& f) {
    f("x", &Vector3::x);
    f("y", &Vector3::y);
    f("z", &Vector3::z);
  }
  friend bool operator==(const Vector3&, const Vector3&) = default;
};

// geometry_msgs/Quaternion: a rotation as a unit quaternion. The default is the identity.
struct Quaternion {
  static constexpr std::string_view kType = "geometry_msgs/msg/Quaternion";
  double x = 0;
  double y = 0;
  double z = 0;
  double w = 1;

  static void describe(auto& f) {
    f("x", &Quaternion::x, {.default_text = "0"});
    f("y", &Quaternion::y, {.default_text = "0"});
    f("z", &Quaternion::z, {.default_text = "0"});
    f("w", &Quaternion::w, {.default_text = "1"});
  }
  friend bool operator==(const Quaternion&, const Quaternion&) = default;
};

// geometry_msgs/Pose: position and orientation of an object in a frame.
struct Pose {
  static constexpr std::string_view kType = "geometry_msgs/msg/Pose";
  Point position;
  Quaternion orientation;

  static void describe(auto& f) {
    f("position", &Pose::position);
    f("orientation", &Pose::orientation);
  }
  friend bool operator==(const Pose&, const Pose&) = default;
};

// geometry_msgs/Transform: translation and rotation from a child frame to its parent frame.
struct Transform {
  static constexpr std::string_view kType = "geometry_msgs/msg/Transform";
  Vector3 translation;
  Quaternion rotation;

  static void describe(auto& f) {
    f("translation", &Transform::translation);
    f("rotation", &Transform::rotation);
  }
  friend bool operator==(const Transform&, const Transform&) = default;
};

// geometry_msgs/Twist: linear [m/s] and angular velocity [rad/s].
struct Twist {
  static constexpr std::string_view kType = "geometry_msgs/msg/Twist";
  Vector3 linear;
  Vector3 angular;

  static void describe(auto& f) {
    f("linear", &Twist::linear);
    f("angular", &Twist::angular);
  }
  friend bool operator==(const Twist&, const Twist&) = default;
};

// geometry_msgs/Accel: linear [m/s^2] and angular acceleration [rad/s^2].
struct Accel {
  static constexpr std::string_view kType = "geometry_msgs/msg/Accel";
  Vector3 linear;
  Vector3 angular;

  static void describe(auto& f) {
    f("linear", &Accel::linear);
    f("angular", &Accel::angular);
  }
  friend bool operator==(const Accel&, const Accel&) = default;
};

// geometry_msgs/Wrench: force [N] and torque [N m].
struct Wrench {
  static constexpr std::string_view kType = "geometry_msgs/msg/Wrench";
  Vector3 force;
  Vector3 torque;

  static void describe(auto& f) {
    f("force", &Wrench::force);
    f("torque", &Wrench::torque);
  }
  friend bool operator==(const Wrench&, const Wrench&) = default;
};

// geometry_msgs/PoseWithCovariance: a pose with its 6 x 6 covariance.
struct PoseWithCovariance {
  static constexpr std::string_view kType = "geometry_msgs/msg/PoseWithCovariance";
  Pose pose;
  std::array<double, 36> covariance{};  // row-major: x y z, then rotation about x y z

  static void describe(auto& f) {
    f("pose", &PoseWithCovariance::pose);
    f("covariance", &PoseWithCovariance::covariance);
  }
  friend bool operator==(const PoseWithCovariance&, const PoseWithCovariance&) = default;
};

// geometry_msgs/TwistWithCovariance: a velocity with its 6 x 6 covariance.
struct TwistWithCovariance {
  static constexpr std::string_view kType = "geometry_msgs/msg/TwistWithCovariance";
  Twist twist;
  std::array<double, 36> covariance{};

  static void describe(auto& f) {
    f("twist", &TwistWithCovariance::twist);
    f("covariance", &TwistWithCovariance::covariance);
  }
  friend bool operator==(const TwistWithCovariance&, const TwistWithCovariance&) = default;
};

// geometry_msgs/AccelWithCovariance: an acceleration with its 6 x 6 covariance.
struct AccelWithCovariance {
  static constexpr std::string_view kType = "geometry_msgs/msg/AccelWithCovariance";
  Accel accel;
  std::array<double, 36> covariance{};

  static void describe(auto& f) {
    f("accel", &AccelWithCovariance::accel);
    f("covariance", &AccelWithCovariance::covariance);
  }
  friend bool operator==(const AccelWithCovariance&, const AccelWithCovariance&) = default;
};

// geometry_msgs/PointStamped: a position with its frame and time.
struct PointStamped {
  static constexpr std::string_view kType = "geometry_msgs/msg/PointStamped";
  std_msgs::Header header;
  Point point;

  static void describe(auto& f) {
    f("header", &PointStamped::header);
    f("point", &PointStamped::point);
  }
  friend bool operator==(const PointStamped&, const PointStamped&) = default;
};

// geometry_msgs/Vector3Stamped: a vector with its frame and time.
struct Vector3Stamped {
  static constexpr std::string_view kType = "geometry_msgs/msg/Vector3Stamped";
  std_msgs::Header header;
  Vector3 vector;

  static void describe(auto& f) {
    f("header", &Vector3Stamped::header);
    f("vector", &Vector3Stamped::vector);
  }
  friend bool operator==(const Vector3Stamped&, const Vector3Stamped&) = default;
};

// geometry_msgs/QuaternionStamped: a rotation with its frame and time.
struct QuaternionStamped {
  static constexpr std::string_view kType = "geometry_msgs/msg/QuaternionStamped";
  std_msgs::Header header;
  Quaternion quaternion;

  static void describe(auto& f) {
    f("header", &QuaternionStamped::header);
    f("quaternion", &QuaternionStamped::quaternion);
  }
  friend bool operator==(const QuaternionStamped&, const QuaternionStamped&) = default;
};

// geometry_msgs/PoseStamped: a pose with its frame and time.
struct PoseStamped {
  static constexpr std::string_view kType = "geometry_msgs/msg/PoseStamped";
  std_msgs::Header header;
  Pose pose;

  static void describe(auto& f) {
    f("header", &PoseStamped::header);
    f("pose", &PoseStamped::pose);
  }
  friend bool operator==(const PoseStamped&, const PoseStamped&) = default;
};

// geometry_msgs/PoseArray: several poses in one frame.
struct PoseArray {
  static constexpr std::string_view kType = "geometry_msgs/msg/PoseArray";
  std_msgs::Header header;
  std::vector<Pose> poses;

  static void describe(auto& f) {
    f("header", &PoseArray::header);
    f("poses", &PoseArray::poses);
  }
  friend bool operator==(const PoseArray&, const PoseArray&) = default;
};

// geometry_msgs/PoseWithCovarianceStamped: the output of a localisation.
struct PoseWithCovarianceStamped {
  static constexpr std::string_view kType = "geometry_msgs/msg/PoseWithCovarianceStamped";
  std_msgs::Header header;
  PoseWithCovariance pose;

  static void describe(auto& f) {
    f("header", &PoseWithCovarianceStamped::header);
    f("pose", &PoseWithCovarianceStamped::pose);
  }
  friend bool operator==(const PoseWithCovarianceStamped&, const PoseWithCovarianceStamped&) = default;
};

// geometry_msgs/TransformStamped: maps points from child_frame_id to header.frame_id (the parent). As Rigid3d it is
// parent_from_child.
struct TransformStamped {
  static constexpr std::string_view kType = "geometry_msgs/msg/TransformStamped";
  std_msgs::Header header;
  std::string child_frame_id;
  Transform transform;

  static void describe(auto& f) {
    f("header", &TransformStamped::header);
    f("child_frame_id", &TransformStamped::child_frame_id);
    f("transform", &TransformStamped::transform);
  }
  friend bool operator==(const TransformStamped&, const TransformStamped&) = default;
};

// geometry_msgs/TwistStamped: a velocity with its frame and time.
struct TwistStamped {
  static constexpr std::string_view kType = "geometry_msgs/msg/TwistStamped";
  std_msgs::Header header;
  Twist twist;

  static void describe(auto& f) {
    f("header", &TwistStamped::header);
    f("twist", &TwistStamped::twist);
  }
  friend bool operator==(const TwistStamped&, const TwistStamped&) = default;
};

// geometry_msgs/TwistWithCovarianceStamped: a velocity estimate with its frame and time.
struct TwistWithCovarianceStamped {
  static constexpr std::string_view kType = "geometry_msgs/msg/TwistWithCovarianceStamped";
  std_msgs::Header header;
  TwistWithCovariance twist;

  static void describe(auto& f) {
    f("header", &TwistWithCovarianceStamped::header);
    f("twist", &TwistWithCovarianceStamped::twist);
  }
  friend bool operator==(const TwistWithCovarianceStamped&, const TwistWithCovarianceStamped&) = default;
};

// geometry_msgs/AccelStamped: an acceleration with its frame and time.
struct AccelStamped {
  static constexpr std::string_view kType = "geometry_msgs/msg/AccelStamped";
  std_msgs::Header header;
  Accel accel;

  static void describe(auto& f) {
    f("header", &AccelStamped::header);
    f("accel", &AccelStamped::accel);
  }
  friend bool operator==(const AccelStamped&, const AccelStamped&) = default;
};

// geometry_msgs/AccelWithCovarianceStamped: an acceleration estimate with its frame and time.
struct AccelWithCovarianceStamped {
  static constexpr std::string_view kType = "geometry_msgs/msg/AccelWithCovarianceStamped";
  std_msgs::Header header;
  AccelWithCovariance accel;

  static void describe(auto& f) {
    f("header", &AccelWithCovarianceStamped::header);
    f("accel", &AccelWithCovarianceStamped::accel);
  }
  friend bool operator==(const AccelWithCovarianceStamped&, const AccelWithCovarianceStamped&) = default;
};

// geometry_msgs/WrenchStamped: force and torque with their frame and time.
struct WrenchStamped {
  static constexpr std::string_view kType = "geometry_msgs/msg/WrenchStamped";
  std_msgs::Header header;
  Wrench wrench;

  static void describe(auto& f) {
    f("header", &WrenchStamped::header);
    f("wrench", &WrenchStamped::wrench);
  }
  friend bool operator==(const WrenchStamped&, const WrenchStamped&) = default;
};

// geometry_msgs/Polygon: the corners of a polygon; the last one is connected to the first.
struct Polygon {
  static constexpr std::string_view kType = "geometry_msgs/msg/Polygon";
  std::vector<Point32> points;

  static void describe(auto& f) { f("points", &Polygon::points); }
  friend bool operator==(const Polygon&, const Polygon&) = default;
};

// geometry_msgs/PolygonStamped: a polygon with its frame and time.
struct PolygonStamped {
  static constexpr std::string_view kType = "geometry_msgs/msg/PolygonStamped";
  std_msgs::Header header;
  Polygon polygon;

  static void describe(auto& f) {
    f("header", &PolygonStamped::header);
    f("polygon", &PolygonStamped::polygon);
  }
  friend bool operator==(const PolygonStamped&, const PolygonStamped&) = default;
};

}  // namespace gs::rosmsg::geometry_msgs
