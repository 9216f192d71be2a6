// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decoding of a message whose encoding is known by name, as in a log.
#pragma once

#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/codec/dynamic.h"
#include "gs/rosmsg/codec/ros1.h"

namespace gs::rosmsg {

// Decodes a message in the encoding of its channel: "cdr" (ROS 2) or "ros1". Errors: unsupported for other encodings,
// and those of the decoder.
template <Message M>
Result<M> decode_message(std::string_view encoding, Bytes data) {
  GS_TRY(const MessageEncoding parsed, parse_message_encoding(encoding));
  return parsed == MessageEncoding::cdr ? decode_cdr<M>(data) : decode_ros1<M>(data);
}

}  // namespace gs::rosmsg
