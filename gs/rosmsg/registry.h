// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The message types this library knows by name: for logs and peers that bring no definition of their own.
#pragma once

#include <span>
#include <string_view>

#include "gs/rosmsg/message_type.h"

namespace gs {

struct ServiceType {
  std::string_view name;  // "std_srvs/srv/Trigger"
  const MessageType* whole = nullptr;
  const MessageType* request = nullptr;
  const MessageType* response = nullptr;
  const MessageType* event = nullptr;
};

// "sensor_msgs/msg/Image", "sensor_msgs/Image", "std_srvs/srv/Trigger_Request"; null when unknown.
const MessageType* find_message_type(std::string_view name);
const ServiceType* find_service_type(std::string_view name);

std::span<const MessageType* const> all_message_types();
std::span<const ServiceType> all_service_types();

}  // namespace gs
