// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Input: IDL text, a byte 0xff, a payload. A parsed type must give .msg text with the same type hash; decoding and
// converting the payload must terminate.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gs/core/expect.h"
#include "gs/rosmsg/codec/dynamic.h"
#include "gs/rosmsg/json.h"
#include "gs/rosmsg/schema/md5sum.h"
#include "gs/rosmsg/schema/schema.h"
#include "gs/rosmsg/schema/schema_text.h"
#include "gs/rosmsg/schema/type_hash.h"

namespace {

void use(const gs::rosmsg::MessageType& type, gs::Bytes payload) {
  const gs::rosmsg::MessageJsonOptions few{.layout = gs::JsonWriter::Layout::compact, .max_array_items = 3};
  for (const auto encoding : {gs::rosmsg::MessageEncoding::cdr, gs::rosmsg::MessageEncoding::ros1}) {
    static_cast<void>(gs::rosmsg::message_to_json(type, encoding, payload, few).has_value());
  }
  std::vector<std::byte> cdr, again;
  if (gs::rosmsg::convert_message(type, gs::rosmsg::MessageEncoding::ros1, payload, gs::rosmsg::MessageEncoding::cdr,
                                  cdr)) {
    GS_EXPECT(gs::rosmsg::convert_message(type, gs::rosmsg::MessageEncoding::cdr, cdr, gs::rosmsg::MessageEncoding::cdr,
                                          again)
                  .has_value());
    GS_EXPECT(again == cdr);
  }
  static_cast<void>(gs::rosmsg::type_hash(type));
  static_cast<void>(gs::rosmsg::ros1_md5sum(type));
  static_cast<void>(gs::rosmsg::ros1msg_text(type));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const gs::Bytes input(reinterpret_cast<const std::byte*>(data), size);
  const std::string_view all = gs::as_text(input);
  const std::string_view text = all.substr(0, all.find('\xff'));
  const gs::Bytes payload = input.subspan(std::min(size, text.size() + 1));
  for (const char* encoding : {"ros2idl", "omgidl"}) {
    const auto schema = gs::rosmsg::parse_schema("a/msg/A", encoding, text);
    if (!schema) continue;
    use(schema->root(), payload);
    const auto again = gs::rosmsg::parse_schema("a/msg/A", "ros2msg", gs::rosmsg::ros2msg_text(schema->root()));
    if (again) GS_EXPECT(gs::rosmsg::type_hash(again->root()) == gs::rosmsg::type_hash(schema->root()));
  }
  return 0;
}
