// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Stamps of log messages, and parts of a log by time.
#pragma once

#include <optional>

#include "gs/builder/topics/log_clocks.h"
#include "gs/logio/api/log.h"

namespace gs::builder {

// True if the driver filled in header.stamp.
inline bool is_stamped(Timestamp header) { return header.ns > 0; }
// Stamp of a message: header.stamp, or the time of recording if the driver left it zero (StampSurvey reports those).
inline Timestamp stamp_of(Timestamp header, const logio::MessageView& message) {
  return is_stamped(header) ? header : message.log_time;
}
// The same on the common clock of the log.
inline Timestamp stamp_of(const LogClocks& clocks, Timestamp header, const logio::MessageView& message) {
  return clocks.corrected(message.channel->topic, stamp_of(header, message), !is_stamped(header));
}

// Part of a log by recording time; begin inclusive, end exclusive; unset: unbounded.
struct TimeWindow {
  std::optional<Timestamp> begin{}, end{};
};

}  // namespace gs::builder
