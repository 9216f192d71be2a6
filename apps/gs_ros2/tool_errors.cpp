// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_ros2/tool_errors.h"

#include <cstdlib>

#include "gs/config/command_line.h"
#include "gs/core/format.h"
#include "gs/core/log.h"

namespace gs {

void say_nobody() {
  const char* domain = std::getenv("ROS_DOMAIN_ID");
  log_message(
      LogLevel::warning,
      format("no other node was found on domain {}\nhint: check that ROS_DOMAIN_ID and ROS_LOCALHOST_ONLY are the same "
             "on both sides; --discovery-time or --timeout extends the search",
             domain == nullptr || *domain == '\0' ? "0" : domain));
}

int exit_code(const Error& error) {
  switch (error.code) {
    case ErrorCode::invalid_option:
      return config::kExitConfiguration;
    case ErrorCode::not_found:
    case ErrorCode::corrupt:
    case ErrorCode::truncated:
    case ErrorCode::crc_mismatch:
    case ErrorCode::version_mismatch:
    case ErrorCode::invalid_data:
      return 3;
    case ErrorCode::topic_not_found:
      return 4;
    case ErrorCode::io_error:
    case ErrorCode::disk_full:
      return 5;
    default:
      return 1;
  }
}

int report_failure(const Error& error) { return config::report_error(error, exit_code(error)); }

int report_missing(const std::string& verb, const char* what, const char* example) {
  return config::report_error(fail(ErrorCode::invalid_argument, "{} needs {}", verb, what).with_hint(example),
                              config::kExitUsage);
}

}  // namespace gs
