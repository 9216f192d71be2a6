// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Node of all gs-ros2 commands, without parameter services and /rosout, and helpers for discovery.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "gs/ros2/node.h"

namespace gs {

// Creates the node in the domain of the environment. Errors: invalid_option, network_error.
Result<std::unique_ptr<ros2::Node>> make_tool_node();

// Waits until the condition holds. False after limit_s or on Ctrl-C.
bool wait_until(double limit_s, const std::function<bool()>& condition);

// Waits for discovery: look_s, and up to 3 s longer while new endpoints appear.
void look_around(ros2::Node& node, double look_s);

// Type of a topic or service in the graph. Errors: topic_not_found if it does not appear within limit_s; unsupported if
// its type is not built in.
Result<const rosmsg::MessageType*> find_topic_type(ros2::Node& node, const std::string& topic, double limit_s);
Result<const rosmsg::ServiceType*> find_service(ros2::Node& node, const std::string& service, double limit_s);

}  // namespace gs
