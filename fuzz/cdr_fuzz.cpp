// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// CDR payloads: the struct decoder and the schema-driven decoder must agree on the end of a message, and a decoded
// message must encode again to the same size.
#include "fuzz/any_message.h"
#include "gs/core/expect.h"
#include "gs/rosmsg/codec/dynamic.h"
#include "gs/rosmsg/codec/struct_codec.h"
#include "gs/rosmsg/json.h"
#include "gs/rosmsg/views.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gs;
  const Bytes input = std::as_bytes(std::span(data, size));
  if (size < 2) return 0;
  const AnyMessage& chosen = choose_message(input);
  const Bytes payload = input.subspan(2);
  static_cast<void>(rosmsg::view_image(rosmsg::MessageEncoding::cdr, payload));
  static_cast<void>(rosmsg::view_point_cloud(rosmsg::MessageEncoding::cdr, payload));
  const auto json = rosmsg::message_to_json(*chosen.type, rosmsg::MessageEncoding::cdr, payload);
  auto in = rosmsg::WireReader::cdr(payload);
  if (!in) return 0;
  const auto object = chosen.make();
  rosmsg::decode_struct(*in, *chosen.type, object.get());
  GS_EXPECT(in->failed() == !json.has_value());
  if (in->failed()) return 0;
  std::vector<std::byte> converted, encoded;
  const auto used = rosmsg::convert_message(*chosen.type, rosmsg::MessageEncoding::cdr, payload,
                                            rosmsg::MessageEncoding::cdr, converted);
  GS_EXPECT(used && *used == in->offset());
  rosmsg::encode_payload(*chosen.type, object.get(), {}, 0, encoded);
  GS_EXPECT(encoded.size() == converted.size());
  const auto again = rosmsg::convert_message(*chosen.type, rosmsg::MessageEncoding::cdr, encoded,
                                             rosmsg::MessageEncoding::ros1, converted);
  GS_EXPECT(again && *again == encoded.size());
  return 0;
}
