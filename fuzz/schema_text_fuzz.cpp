// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Input: schema text, a byte 0xff, a payload. A parsed type must give text with the same type hash, and decoding the
// payload must terminate.
#include "gs/core/expect.h"
#include "gs/rosmsg/json.h"
#include "gs/rosmsg/schema/md5sum.h"
#include "gs/rosmsg/schema/schema.h"
#include "gs/rosmsg/schema/schema_text.h"
#include "gs/rosmsg/schema/type_hash.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gs;
  const Bytes input = std::as_bytes(std::span(data, size));
  const std::string_view all = as_text(input);
  const std::string_view text = all.substr(0, all.find('\xff'));
  const Bytes payload = input.subspan(std::min(size, text.size() + 1));
  const MessageJsonOptions few{.layout = JsonWriter::Layout::compact, .max_array_items = 3};
  if (const auto schema = parse_schema("a/msg/A", "ros2msg", text)) {
    static_cast<void>(message_to_json(schema->root(), MessageEncoding::cdr, payload, few));
    const auto again = parse_schema("a/msg/A", "ros2msg", ros2msg_text(schema->root()));
    GS_EXPECT(again && type_hash(again->root()) == type_hash(schema->root()));
  }
  if (const auto schema = parse_schema("a/A", "ros1msg", text)) {
    static_cast<void>(message_to_json(schema->root(), MessageEncoding::ros1, payload, few));
    const auto again = parse_schema("a/A", "ros1msg", ros1msg_text(schema->root()));
    GS_EXPECT(again && type_hash(again->root()) == type_hash(schema->root()));
  }
  static_cast<void>(parse_schema("a/msg/A", "ros2idl", text));
  return 0;
}
