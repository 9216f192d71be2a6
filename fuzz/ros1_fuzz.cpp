// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// ROS 1 payloads: converted to CDR and back, they must be complete messages.
#include "fuzz/any_message.h"
#include "gs/core/expect.h"
#include "gs/rosmsg/codec/dynamic.h"
#include "gs/rosmsg/codec/struct_codec.h"
#include "gs/rosmsg/views.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gs;
  const Bytes input = std::as_bytes(std::span(data, size));
  if (size < 2) return 0;
  const AnyMessage& chosen = choose_message(input);
  const Bytes payload = input.subspan(2);
  static_cast<void>(rosmsg::view_image(rosmsg::MessageEncoding::ros1, payload));
  static_cast<void>(rosmsg::view_compressed_image(rosmsg::MessageEncoding::ros1, payload));
  static_cast<void>(rosmsg::view_point_cloud(rosmsg::MessageEncoding::ros1, payload));
  rosmsg::WireReader in = rosmsg::WireReader::ros1(payload);
  const auto object = chosen.make();
  rosmsg::decode_struct(in, *chosen.type, object.get());
  std::vector<std::byte> cdr, ros1;
  const auto used =
      rosmsg::convert_message(*chosen.type, rosmsg::MessageEncoding::ros1, payload, rosmsg::MessageEncoding::cdr, cdr);
  GS_EXPECT(in.failed() == !used.has_value());
  if (!used) return 0;
  GS_EXPECT(*used == in.offset());
  const auto back =
      rosmsg::convert_message(*chosen.type, rosmsg::MessageEncoding::cdr, cdr, rosmsg::MessageEncoding::ros1, ros1);
  GS_EXPECT(back && *back == cdr.size());
  GS_EXPECT(ros1.size() == *used);
  return 0;
}
