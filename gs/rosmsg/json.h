// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Messages as JSON, keyed by the field names of ROS 2.
#pragma once

#include "gs/core/json_writer.h"
#include "gs/rosmsg/cdr.h"
#include "gs/rosmsg/dynamic.h"

namespace gs {

struct MessageJsonOptions {
  JsonWriter::Layout layout = JsonWriter::Layout::pretty;
  // Elements printed of an array; a last one says how many more there are. 0: all.
  std::size_t max_array_items = 0;
};

// Any payload whose type is known. Without a final line break.
Result<std::string> message_to_json(const MessageType& type, MessageEncoding encoding, Bytes payload,
                                    const MessageJsonOptions& options = {});

template <Message M>
std::string to_json(const M& message, const MessageJsonOptions& options = {}) {
  return message_to_json(type_of<M>(), MessageEncoding::cdr, encode_cdr(message), options).value();
}

}  // namespace gs
