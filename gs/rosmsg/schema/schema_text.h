// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes schema text as logs store it: the definition of a type, then for every type it contains a line of 80 '=', a
// line "MSG: pkg/Type" and the definition of that type.
#pragma once

#include <string>

#include "gs/rosmsg/message_type.h"

namespace gs::rosmsg {

// Encoding "ros2msg", as rosbag2 and MCAP store it.
std::string ros2msg_text(const MessageType& type);
// Encoding "ros1msg", as a bag's message_definition stores it.
std::string ros1msg_text(const MessageType& type);

// The type of a field in ROS 1 text: "float64[9]", "time", "geometry_msgs/Point[]".
std::string ros1_type_text(const FieldType& type);

}  // namespace gs::rosmsg
