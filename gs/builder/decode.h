// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decoding of log messages in either ROS encoding (CDR or ROS 1).
#pragma once

#include "gs/logio/log.h"
#include "gs/rosmsg/cdr.h"
#include "gs/rosmsg/dynamic.h"
#include "gs/rosmsg/ros1.h"

namespace gs {

// Decodes a message by the encoding of its channel. Errors: unsupported encodings and those of the decoder.
template <Message M>
Result<M> decode(const MessageView& message) {
  GS_TRY(const MessageEncoding encoding, parse_message_encoding(message.channel->message_encoding));
  return encoding == MessageEncoding::cdr ? decode_cdr<M>(message.data) : decode_ros1<M>(message.data);
}

// True if the driver filled in header.stamp.
inline bool is_stamped(Timestamp header) { return header.ns > 0; }
// Stamp of a message: header.stamp, or the time of recording if the driver left it zero (StampSurvey reports those).
inline Timestamp stamp_of(Timestamp header, const MessageView& message) {
  return is_stamped(header) ? header : message.log_time;
}

// Part of a log by recording time; begin inclusive, end exclusive; unset: unbounded.
struct TimeWindow {
  std::optional<Timestamp> begin{}, end{};
};

}  // namespace gs
