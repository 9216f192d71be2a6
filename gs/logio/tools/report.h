// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Overview of a log, as text for people and as JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "gs/core/progress.h"
#include "gs/logio/api/log.h"

namespace gs::logio {

// Timing of a topic. Needs a read of all messages.
struct TopicTiming {
  Timestamp first, last;
  double median_period_s = 0;  // accurate to about 2 %
  uint64_t gaps = 0;           // periods longer than kGapFactor times their upper quartile
  Duration longest{};          // longest period between two messages
  Timestamp longest_from;      // start of that period
  // Time from the start of the log to the first message, and from the last message to the end of the log, if longer
  // than 1 s and than kGapFactor times the upper quartile; otherwise 0. Always 0 for latched topics.
  Duration begins_late{}, ends_early{};
};
inline constexpr double kGapFactor = 2.5;

// One topic of one type.
struct TopicReport {
  std::string topic, type, encoding, schema_encoding;
  std::size_t channels = 0;  // number of channels with this topic and type
  uint64_t messages = 0;
  uint64_t bytes = 0;  // 0: unknown
  double rate_hz = 0;  // between first and last message; without timing, over the whole log
  bool latched = false;
  std::optional<TopicTiming> timing{};
};

// Overview of a log.
struct LogReport {
  LogInfo info;
  std::vector<TopicReport> topics;                            // by name
  std::vector<std::pair<std::string, uint64_t>> attachments;  // (name, bytes)
  std::vector<std::string> metadata;                          // names
};

// Options of make_report().
struct ReportOptions {
  bool timing = true;  // read all messages to find rates and gaps
  int threads = 1;
};

// Collects the overview. Memory does not grow with the number of messages. Errors: those of reading; interrupted.
Result<LogReport> make_report(const LogReader& log, const ReportOptions& options, Progress& progress,
                              Problems& problems);

// Format the report. Times are seconds since 1970; JSON keys carry their unit (_ns, _s, _hz, _bytes).
std::string to_text(const LogReport& report);
std::string to_json(const LogReport& report);

}  // namespace gs::logio
