// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Converts names of ROS 2 to names of DDS and back: "/odom" is the DDS topic "rt/odom", "nav_msgs/msg/Odometry" is the
// DDS type "nav_msgs::msg::dds_::Odometry_".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gs/core/result.h"

namespace gs::ros2 {

// Absolute name: "x" -> "<ns>/x", "~/x" -> "<ns>/<node>/x", "/x" stays. Errors: invalid_argument for characters that
// are not allowed in ROS names, or a name too long for DDS.
Result<std::string> expand_name(std::string_view name, std::string_view node_namespace, std::string_view node_name);
// Errors: invalid_argument unless the name consists of letters, digits and _ and does not start with a digit.
Result<void> check_node_name(std::string_view name);
// Normal form of a namespace, with a leading and without a trailing slash: "", "/" -> "/"; "a/b/" -> "/a/b".
Result<std::string> normal_namespace(std::string_view text);
// Full name of a node: "/" and "node" -> "/node".
std::string join_name(std::string_view node_namespace, std::string_view node_name);

// DDS topics of a ROS topic ("rt/x") and of a service ("rq/xRequest", "rr/xReply").
std::string dds_topic(std::string_view topic);
std::string dds_request_topic(std::string_view service);
std::string dds_reply_topic(std::string_view service);
// DDS type of a ROS type: "pkg/srv/T_Request" -> "pkg::srv::dds_::T_Request_".
std::string dds_type(std::string_view type);

// What a DDS topic is used for.
enum class RosNameKind { topic, service_request, service_reply };
// Kind and ROS name of a DDS topic.
struct RosName {
  RosNameKind kind;
  std::string name;  // "/a/b"
};
// ROS name of a DDS topic; empty for topics that do not belong to ROS 2.
std::optional<RosName> ros_name(std::string_view dds_topic);
// ROS type of a DDS type; empty for types that do not belong to ROS 2.
std::optional<std::string> ros_type(std::string_view dds_type);
// Service type of a request or response type: "pkg/srv/T_Request" and "pkg/srv/T_Response" -> "pkg/srv/T"; others are
// returned unchanged.
std::string service_type(std::string_view type);

}  // namespace gs::ros2
