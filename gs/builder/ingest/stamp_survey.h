// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Finds topics with messages that have no header.stamp and estimates the delay of their recording time.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/builder/topics/log_clocks.h"
#include "gs/core/problems.h"
#include "gs/core/time.h"

namespace gs::builder {

// Collects stamps per topic; warn() reports.
class StampSurvey {
 public:
  // Adds a message: header.stamp (0: not set) and its recording time.
  void add(const std::string& topic, Timestamp header, Timestamp received);

  // Adds one warning per topic with unstamped messages. It states what `clocks` subtracts from their recording times,
  // or by how much these are late: measured on stamped messages of the same topic, else unknown.
  void warn(const LogClocks& clocks, Problems& problems) const;

 private:
  struct Topic {
    uint64_t stamped = 0, unstamped = 0;
    std::vector<int64_t> delays_ns{};  // of the first stamped messages
  };
  std::map<std::string, Topic> topics_;
};

}  // namespace gs::builder
