// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A message of a log, whichever of the two ROS encodings it has.
#pragma once

#include "gs/logio/log.h"
#include "gs/rosmsg/cdr.h"
#include "gs/rosmsg/dynamic.h"
#include "gs/rosmsg/ros1.h"

namespace gs {

template <Message M>
Result<M> decode(const MessageView& message) {
  GS_TRY(const MessageEncoding encoding, parse_message_encoding(message.channel->message_encoding));
  return encoding == MessageEncoding::cdr ? decode_cdr<M>(message.data) : decode_ros1<M>(message.data);
}

inline bool is_stamped(Timestamp header) { return header.ns > 0; }
// The stamp of the header; messages that were never stamped have the time of their recording. StampSurvey reports them.
inline Timestamp stamp_of(Timestamp header, const MessageView& message) {
  return is_stamped(header) ? header : message.log_time;
}

// Part of a log, by time from its start.
struct TimeWindow {
  std::optional<Timestamp> begin{}, end{};
};

}  // namespace gs
