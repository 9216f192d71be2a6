// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads messages whose type is known only at run time, and converts payloads between the encodings of ROS 1 and ROS 2.
#pragma once

#include "gs/core/bytes.h"
#include "gs/rosmsg/message_type.h"

namespace gs::rosmsg {

// Wire encoding of a payload: CDR of ROS 2, or ROS 1.
enum class MessageEncoding { cdr, ros1 };

// Reads the name that a log stores for a channel's message encoding, "cdr" or "ros1"; unsupported for any other.
Result<MessageEncoding> parse_message_encoding(std::string_view text);

// Receives the values of a message in wire order. After field() comes its value: numbers(), text(), a message between
// begin_message() and end_message(), or an array of these between begin_array() and end_array().
class ValueVisitor {
 public:
  virtual ~ValueVisitor() = default;
  virtual void begin_message(const MessageType& type) = 0;
  virtual void end_message() = 0;
  virtual void field(const Field& field) = 0;
  virtual void begin_array(std::size_t count) = 0;
  virtual void end_array() = 0;
  // `count` numbers in native byte order at any alignment: one number, or all elements of an array at once.
  virtual void numbers(Kind kind, Bytes values, std::size_t count) = 0;
  virtual void text(std::string_view text) = 0;
};

// Reads a payload of the given type and passes its values to the visitor. Returns the number of bytes read. After an
// error the visitor has received the values before it. Memory is bounded by the payload.
Result<std::size_t> visit_message(const MessageType& type, MessageEncoding encoding, Bytes payload,
                                  ValueVisitor& visitor);

// Converts a payload to another encoding, or to the same one in normal form (little endian, XCDR1). Replaces the
// contents of `out`. Fields that exist only in ROS 1 (Header.seq) are dropped in CDR and set to 0 in ROS 1. Returns the
// number of bytes read from `payload`.
Result<std::size_t> convert_message(const MessageType& type, MessageEncoding from, Bytes payload, MessageEncoding to,
                                    std::vector<std::byte>& out);

// True if the bytes behind a CDR message are padding: at most 7 bytes, all zero.
bool is_padding(Bytes rest);

// One number that a visitor received, converted to double; 64-bit integers are rounded.
double number_as_double(Kind kind, const std::byte* at);

}  // namespace gs::rosmsg
