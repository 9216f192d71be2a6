// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Finds topics with messages that have no header.stamp and estimates the delay of their recording time.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/time.h"

namespace gs::builder {

// Collects stamps per topic; warn() reports.
class StampSurvey {
 public:
  // Adds a message: header.stamp (0: not set) and its recording time.
  void add(const std::string& topic, Timestamp header, Timestamp received);
  // Adds the duration of a sweep [s]: it cannot be received earlier than that after its first point.
  void add_sweep_duration(const std::string& topic, double seconds);

  // Adds one warning per topic with unstamped messages. It states the delay: measured on stamped messages of the same
  // topic, else the duration of its sweeps, else unknown.
  void warn(Problems& problems) const;

 private:
  struct Topic {
    uint64_t stamped = 0, unstamped = 0;
    std::vector<int64_t> delays_ns{};  // of the first stamped messages
    double sweep_s = 0;
  };
  std::map<std::string, Topic> topics_;
};

}  // namespace gs::builder
