// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The node behind every command: it looks, and is not seen in parameters or logs.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "gs/bridge/ros2/node.h"

namespace gs {

// 2 configuration (ROS_DOMAIN_ID), 3 input that cannot be read, 4 a topic, service or node that is not there, 5 an
// output that cannot be written, 1 anything else: bad usage, a refusal, no answer in time.
int exit_code(const Error& error);
// Prints the error and hands its exit code back.
int report_failure(const Error& error);

Result<std::unique_ptr<ros2::Node>> make_tool_node();

// Waits for discovery; false when the time is over or the user interrupts.
bool wait_until(double limit_s, const std::function<bool()>& condition);

// Looks at the graph for that long, and a little longer while it still grows.
void look_around(ros2::Node& node, double look_s);

// For lists that stay empty: on stderr, why that may be.
void say_nobody();
// "get needs the name of a parameter", with an example of the whole command.
int report_missing(const std::string& verb, const char* what, const char* example);

// The one type of a topic or service; topic_not_found when it does not appear in time, unsupported when the type is
// unknown.
Result<const MessageType*> find_topic_type(ros2::Node& node, const std::string& topic, double limit_s);
Result<const ServiceType*> find_service(ros2::Node& node, const std::string& service, double limit_s);

}  // namespace gs
