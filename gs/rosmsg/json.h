// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Prints messages as JSON objects with the field names of ROS 2.
#pragma once

#include "gs/core/json/json_writer.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/codec/dynamic.h"

namespace gs::rosmsg {

// Form of the printed JSON.
struct MessageJsonOptions {
  JsonWriter::Layout layout = JsonWriter::Layout::pretty;
  // Maximum number of elements printed of an array, followed by a text "... and N more". 0: all.
  std::size_t max_array_items = 0;
};

// JSON of a payload whose type is known, without a line break at the end. Errors as visit_message().
Result<std::string> message_to_json(const MessageType& type, MessageEncoding encoding, Bytes payload,
                                    const MessageJsonOptions& options = {});

// The same for a struct; it cannot fail.
template <Message M>
std::string to_json(const M& message, const MessageJsonOptions& options = {}) {
  return message_to_json(type_of<M>(), MessageEncoding::cdr, encode_cdr(message), options).value();
}

}  // namespace gs::rosmsg
