// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Errors of the gs-ros2 commands: exit codes and messages.
#pragma once

#include <string>

#include "gs/core/result.h"

namespace gs {

// Exit code of an error: 2 configuration (ROS_DOMAIN_ID), 3 unreadable input, 4 topic, service or node not found, 5
// output cannot be written, 1 all others (bad usage, refused, timeout).
int exit_code(const Error& error);
// Prints the error and returns its exit code.
int report_failure(const Error& error);

// Prints to stderr why a list may be empty.
void say_nobody();
// Reports a missing argument, for example "get needs the name of a parameter", with an example command; returns the
// exit code.
int report_missing(const std::string& verb, const char* what, const char* example);

}  // namespace gs
