// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Which topics of a log have messages without a stamp, and how late the time of receiving is instead.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/core/problems.h"
#include "gs/core/time.h"

namespace gs {

class StampSurvey {
 public:
  // One message: the stamp of its header (0: none) and when it was recorded.
  void add(const std::string& topic, Timestamp header, Timestamp received);
  // A sweep of this topic lasts so long: it cannot be received earlier than that after its first point.
  void add_sweep_duration(const std::string& topic, double seconds);

  // Adds one warning for each topic with messages that have no stamp. It names the delay: measured on the stamped
  // messages of the same topic, else the duration of its sweeps, else unknown.
  void warn(Problems& problems) const;

 private:
  struct Topic {
    uint64_t stamped = 0, unstamped = 0;
    std::vector<int64_t> delays_ns{};  // of the first stamped ones
    double sweep_s = 0;
  };
  std::map<std::string, Topic> topics_;
};

}  // namespace gs
