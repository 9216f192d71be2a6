// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// geometry_msgs. Quaternions are x y z w.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "gs/rosmsg/messages/std_msgs.h"

namespace gs::geometry_msgs {

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

struct Polygon {
  static constexpr std::string_view kType = "geometry_msgs/msg/Polygon";
  std::vector<Point32> points;

  static void describe(auto& f) { f("points", &Polygon::points); }
  friend bool operator==(const Polygon&, const Polygon&) = default;
};

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

}  // namespace gs::geometry_msgs
