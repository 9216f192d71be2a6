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
  const rosmsg::MessageJsonOptions few{.layout = JsonWriter::Layout::compact, .max_array_items = 3};
  if (const auto schema = rosmsg::parse_schema("a/msg/A", "ros2msg", text)) {
    static_cast<void>(rosmsg::message_to_json(schema->root(), rosmsg::MessageEncoding::cdr, payload, few));
    const auto again = rosmsg::parse_schema("a/msg/A", "ros2msg", rosmsg::ros2msg_text(schema->root()));
    GS_EXPECT(again && rosmsg::type_hash(again->root()) == rosmsg::type_hash(schema->root()));
  }
  if (const auto schema = rosmsg::parse_schema("a/A", "ros1msg", text)) {
    static_cast<void>(rosmsg::message_to_json(schema->root(), rosmsg::MessageEncoding::ros1, payload, few));
    const auto again = rosmsg::parse_schema("a/A", "ros1msg", rosmsg::ros1msg_text(schema->root()));
    GS_EXPECT(again && rosmsg::type_hash(again->root()) == rosmsg::type_hash(schema->root()));
  }
  static_cast<void>(rosmsg::parse_schema("a/msg/A", "ros2idl", text));
  return 0;
}
