// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// From the names of ROS 2 to those of DDS and back: "/odom" is the DDS topic "rt/odom", "nav_msgs/msg/Odometry" the DDS
// type "nav_msgs::msg::dds_::Odometry_".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gs/core/result.h"

namespace gs::ros2 {

// "x" -> "<ns>/x", "~/x" -> "<ns>/<node>/x", "/x" stays. Errors: characters a ROS name cannot have.
Result<std::string> expand_name(std::string_view name, std::string_view node_namespace, std::string_view node_name);
Result<void> check_node_name(std::string_view name);
// Always begins with '/', ends without: "", "/" -> "/"; "a/b/" -> "/a/b".
Result<std::string> normal_namespace(std::string_view text);
// "/" and "node" -> "/node".
std::string join_name(std::string_view node_namespace, std::string_view node_name);

std::string dds_topic(std::string_view topic);
std::string dds_request_topic(std::string_view service);
std::string dds_reply_topic(std::string_view service);
// "pkg/srv/T_Request" -> "pkg::srv::dds_::T_Request_".
std::string dds_type(std::string_view type);

enum class RosNameKind { topic, service_request, service_reply };
struct RosName {
  RosNameKind kind;
  std::string name;  // "/a/b"
};
// Nothing for topics that are not of ROS 2.
std::optional<RosName> ros_name(std::string_view dds_topic);
// Nothing for types that are not of ROS 2.
std::optional<std::string> ros_type(std::string_view dds_type);
// "pkg/srv/T_Request" and "pkg/srv/T_Response" -> "pkg/srv/T"; others stay.
std::string service_type(std::string_view type);

}  // namespace gs::ros2
