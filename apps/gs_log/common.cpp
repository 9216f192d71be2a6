// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_log/common.h"

#include "gs/config/command_line.h"
#include "gs/core/folders/leftovers.h"
#include "gs/core/log.h"

namespace gs::gs_log {

int report_input_error(const Error& error) {
  switch (error.code) {
    case ErrorCode::topic_not_found:
      return config::report_error(error, kExitMissing);
    default:
      return config::report_error(error, kExitInput);
  }
}

void tell_leftovers(const fs::path& output) {
  for (const std::string& sentence : clear_leftovers(find_leftovers(output))) {
    log_message(LogLevel::info, sentence);
  }
}

}  // namespace gs::gs_log
