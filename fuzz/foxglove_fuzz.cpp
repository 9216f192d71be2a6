// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes and prints any bytes as a foxglove payload, as protobuf and as JSON. The first byte chooses the message type.
#include <cstddef>
#include <cstdint>

#include "gs/core/expect.h"
#include "gs/rosmsg/foxglove/decode.h"
#include "gs/rosmsg/foxglove/print.h"

namespace {

template <class Message>
void decode_both(gs::Bytes payload) {
  const bool decoded = gs::rosmsg::foxglove::decode<Message>("protobuf", payload).has_value();
  const auto printed = gs::rosmsg::foxglove::protobuf_to_json(
      Message::kName, payload, {.layout = gs::JsonWriter::Layout::compact, .max_items = 3});
  GS_EXPECT(decoded == printed.has_value());
  static_cast<void>(gs::rosmsg::foxglove::decode<Message>("json", payload).has_value());
}

using Decode = void (*)(gs::Bytes);
constexpr Decode kMessages[] = {
    decode_both<gs::rosmsg::foxglove::CompressedImage>,   decode_both<gs::rosmsg::foxglove::RawImage>,
    decode_both<gs::rosmsg::foxglove::CompressedVideo>,   decode_both<gs::rosmsg::foxglove::PointCloud>,
    decode_both<gs::rosmsg::foxglove::CameraCalibration>, decode_both<gs::rosmsg::foxglove::FrameTransform>,
    decode_both<gs::rosmsg::foxglove::FrameTransforms>,   decode_both<gs::rosmsg::foxglove::LocationFix>,
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  kMessages[data[0] % std::size(kMessages)](gs::Bytes(reinterpret_cast<const std::byte*>(data) + 1, size - 1));
  return 0;
}
