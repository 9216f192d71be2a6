// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_log/time_range.h"

namespace gs::gs_log {
namespace {

// One side of a time range; nullopt if it is empty.
Result<std::optional<Timestamp>> parse_bound(std::string_view text, const logio::LogInfo& info) {
  if (text.empty()) return std::optional<Timestamp>();
  const bool relative = text.front() == '+';
  const auto time = parse_decimal_seconds(relative ? text.substr(1) : text);
  if (!time) return fail(ErrorCode::invalid_argument, "invalid time '{}', expected seconds", text);
  if (!relative) return time;
  return std::optional<Timestamp>(info.start.value_or(Timestamp{}) + Duration{time->ns});
}

}  // namespace

Result<TimeRange> parse_time_range(const std::string& text, const logio::LogInfo& info) {
  if (text.empty()) return TimeRange{};
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    return fail(ErrorCode::invalid_argument, "invalid time range '{}', expected BEGIN:END", text);
  }
  // Either side may be empty; begin must lie before end.
  TimeRange range;
  GS_TRY(range.begin, parse_bound(std::string_view(text).substr(0, colon), info));
  GS_TRY(range.end, parse_bound(std::string_view(text).substr(colon + 1), info));
  if (range.begin && range.end && *range.begin >= *range.end) {
    return fail(ErrorCode::invalid_argument, "the time range '{}' is empty", text);
  }
  return range;
}

}  // namespace gs::gs_log
