// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages of types known only at run time: walked, or converted between the encodings of ROS 1 and ROS 2.
#pragma once

#include "gs/core/bytes.h"
#include "gs/rosmsg/message_type.h"

namespace gs {

enum class MessageEncoding { cdr, ros1 };

// "cdr", "ros1": message_encoding of a log's channel.
Result<MessageEncoding> parse_message_encoding(std::string_view text);

// Receives the values of a message in order. After field() comes one value: numbers, text, a message, or an array of
// these between begin_array and end_array.
class ValueVisitor {
 public:
  virtual ~ValueVisitor() = default;
  virtual void begin_message(const MessageType& type) = 0;
  virtual void end_message() = 0;
  virtual void field(const Field& field) = 0;
  virtual void begin_array(std::size_t count) = 0;
  virtual void end_array() = 0;
  // count numbers in native byte order, not aligned in memory; all elements of an array at once.
  virtual void numbers(Kind kind, Bytes values, std::size_t count) = 0;
  virtual void text(std::string_view text) = 0;
};

// Returns the bytes consumed. On an error the visitor has seen what came before it. Memory is bounded by the payload.
Result<std::size_t> visit_message(const MessageType& type, MessageEncoding encoding, Bytes payload,
                                  ValueVisitor& visitor);

// The payload in the other encoding (or in the same one, normalised: little endian, XCDR1). out is replaced. Fields
// that ROS 2 does not have (Header.seq) are dropped on the way there, and 0 on the way back. Returns the bytes
// consumed.
Result<std::size_t> convert_message(const MessageType& type, MessageEncoding from, Bytes payload, MessageEncoding to,
                                    std::vector<std::byte>& out);

// Whether the bytes behind a CDR message are what writers pad with: at most 7 zeros.
bool is_padding(Bytes rest);

// One number of a visited array, as what it is closest to.
double number_as_double(Kind kind, const std::byte* at);

}  // namespace gs
