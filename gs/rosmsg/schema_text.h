// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Schema text as logs store it: the definition, then for every type below it a line of 80 '=', a line "MSG: pkg/Type"
// and that type's definition.
#pragma once

#include <string>

#include "gs/rosmsg/message_type.h"

namespace gs {

// Encoding "ros2msg", as rosbag2 and MCAP store it.
std::string ros2msg_text(const MessageType& type);
// Encoding "ros1msg", as a bag's message_definition stores it.
std::string ros1msg_text(const MessageType& type);

// How a field's type reads in ROS 1 text: "float64[9]", "time", "geometry_msgs/Point[]".
std::string ros1_type_text(const FieldType& type);

}  // namespace gs
