// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of a log, decoded by the encoding of their channel.
#pragma once

#include "gs/logio/log.h"
#include "gs/rosmsg/cdr.h"
#include "gs/rosmsg/dynamic.h"
#include "gs/rosmsg/ros1.h"

namespace gs {

template <Message M>
Result<M> decode_message(const LogChannel& channel, Bytes data) {
  GS_TRY(const MessageEncoding encoding, parse_message_encoding(channel.message_encoding));
  auto message = encoding == MessageEncoding::ros1 ? decode_ros1<M>(data) : decode_cdr<M>(data);
  return std::move(message).with_context(channel.topic);
}

}  // namespace gs
