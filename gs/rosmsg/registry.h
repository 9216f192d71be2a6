// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The message and service types that this library has structs for, by name. Used for logs and ROS nodes that provide no
// definition of their own.
#pragma once

#include <span>
#include <string_view>

#include "gs/rosmsg/message_type.h"

namespace gs::rosmsg {

// A service and the types derived from it.
struct ServiceType {
  std::string_view name;               // "std_srvs/srv/Trigger"
  const MessageType* whole = nullptr;  // request, response and event as fields: the type of the type hash
  const MessageType* request = nullptr;
  const MessageType* response = nullptr;
  const MessageType* event = nullptr;  // of service introspection
};

// Finds a type by its ROS 2 or ROS 1 name: "sensor_msgs/msg/Image", "sensor_msgs/Image",
// "std_srvs/srv/Trigger_Request"; nullptr if it is unknown.
const MessageType* find_message_type(std::string_view name);
const ServiceType* find_service_type(std::string_view name);

// All types, in the order of messages/all.h.
std::span<const MessageType* const> all_message_types();
std::span<const ServiceType> all_service_types();

}  // namespace gs::rosmsg
