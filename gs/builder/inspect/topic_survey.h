// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Rates and gaps of the topics of a log from the recording times of its index; frames and fields from a few messages.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/logio/api/log.h"

namespace gs::builder {

inline constexpr std::size_t kDensityCells = 100;

// Recording times of one topic.
struct TopicTimes {
  std::vector<Timestamp> stamps{};  // sorted
  double rate_hz = 0;               // 1 / median period; 0 for fewer than two messages
  double longest_gap_s = 0;         // between two messages
  double gap_from_s = 0;            // start of that gap, from the start of the log
  // Messages in kDensityCells parts of the log, over the largest number; each lasts until the next one.
  std::vector<double> density{};
};

// Times of all topics, by name. Reads the index, or all messages if the log has no complete one. Errors: those of
// reading.
Result<std::map<std::string, TopicTimes>> survey_times(const logio::LogReader& log, Problems& problems);

// What a few messages of a topic tell.
struct TopicSample {
  std::size_t read = 0;               // messages read
  bool has_header = false;            // the message type begins with a header
  std::string frame{};                // frame of the first message that names one
  std::vector<std::string> fields{};  // of a PointCloud2
};

// Reads at most `count` messages of the topic, spread over its times.
TopicSample sample_topic(const logio::LogReader& log, const std::string& topic, const std::vector<Timestamp>& stamps,
                         std::size_t count, Problems& problems);

}  // namespace gs::builder
