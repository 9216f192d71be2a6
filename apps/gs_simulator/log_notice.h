// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Prints notices of the simulator.
#pragma once

#include "gs/core/log.h"
#include "gs/sim/simulator.h"

namespace gs {

// Logs a notice at the level of the same name.
inline void log_notice(const sim::Notice& notice) {
  LogLevel level = LogLevel::error;
  if (notice.level == sim::NoticeLevel::info) level = LogLevel::info;
  if (notice.level == sim::NoticeLevel::warning) level = LogLevel::warning;
  log_message(level, notice.text);
}

}  // namespace gs
