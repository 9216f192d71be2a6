// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Recording times of all messages from the index of a log, without reading messages.
#pragma once

#include <functional>

#include "gs/logio/api/log.h"

namespace gs::logio {

// Receives the channel id and the recording time of one message.
using VisitTime = std::function<void(uint32_t channel_id, Timestamp log_time)>;

// Ability of a LogReader: readers whose format indexes every message derive from it.
class IndexTimes {
 public:
  virtual ~IndexTimes() = default;
  // Calls `visit` for every message, in no particular order. False if the index is missing or incomplete; then `visit`
  // was called for some messages or none.
  virtual bool visit_times(const VisitTime& visit) const = 0;
};

// The same for any log; false for readers without the ability.
inline bool visit_index_times(const LogReader& log, const VisitTime& visit) {
  const auto* times = dynamic_cast<const IndexTimes*>(&log);
  return times != nullptr && times->visit_times(visit);
}

}  // namespace gs::logio
