// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Time ranges of the command line.
#pragma once

#include <optional>
#include <string>

#include "gs/logio/api/log.h"

namespace gs::gs_log {

// Times [begin, end); empty: unlimited.
struct TimeRange {
  std::optional<Timestamp> begin, end;
};
// Parses "BEGIN:END" in seconds; either side may be empty. A number with a plus sign ("+2.5") counts from the start of
// the log. Errors: invalid_argument.
Result<TimeRange> parse_time_range(const std::string& text, const logio::LogInfo& info);

}  // namespace gs::gs_log
