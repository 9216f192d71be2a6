// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes messages of a log.
#pragma once

#include "gs/logio/log.h"
#include "gs/rosmsg/cdr.h"
#include "gs/rosmsg/dynamic.h"
#include "gs/rosmsg/ros1.h"

namespace gs {

// Decodes a payload in the encoding of its channel (ros1 or cdr). The topic is added to errors.
template <Message M>
Result<M> decode_message(const LogChannel& channel, Bytes data) {
  GS_TRY(const MessageEncoding encoding, parse_message_encoding(channel.message_encoding));
  auto message = encoding == MessageEncoding::ros1 ? decode_ros1<M>(data) : decode_cdr<M>(data);
  return std::move(message).with_context(channel.topic);
}

}  // namespace gs
