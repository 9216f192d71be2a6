// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What a log contains, as text for people and JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "gs/core/progress.h"
#include "gs/logio/log.h"

namespace gs {

// How a topic's messages follow each other; needs a look at every message.
struct TopicTiming {
  Timestamp first, last;
  double median_period_s = 0;  // to about 2 %
  uint64_t gaps = 0;           // pauses longer than kGapFactor times the upper quartile of all pauses
  Duration longest{};          // pause
  Timestamp longest_from;      // when it began
  // From the start of the log to the first message, and from the last one to its end, where that is longer than a
  // second and than kGapFactor times the upper quartile; else 0. Latched topics have neither.
  Duration begins_late{}, ends_early{};
};
inline constexpr double kGapFactor = 2.5;

struct TopicReport {
  std::string topic, type, encoding, schema_encoding;
  std::size_t channels = 0;  // of this topic and type
  uint64_t messages = 0;
  uint64_t bytes = 0;  // 0: unknown
  double rate_hz = 0;  // between first and last message; over the whole log while timing is missing
  bool latched = false;
  std::optional<TopicTiming> timing{};
};

struct LogReport {
  LogInfo info;
  std::vector<TopicReport> topics;                            // by name
  std::vector<std::pair<std::string, uint64_t>> attachments;  // name, bytes
  std::vector<std::string> metadata;                          // names
};

struct ReportOptions {
  bool timing = true;  // read every message for gaps
  int threads = 1;
};

// Memory does not grow with the number of messages.
Result<LogReport> make_report(const LogReader& log, const ReportOptions& options, Progress& progress,
                              Problems& problems);

std::string to_text(const LogReport& report);
std::string to_json(const LogReport& report);

}  // namespace gs
