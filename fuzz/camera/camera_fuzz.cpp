// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads any bytes as camera messages, and decodes them as the packets of a video. The first byte chooses the message
// type or, from 128 on, the codec; the second the encoding. Then come payloads, each behind its length of two bytes.
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gs/camera/video_topic.h"
#include "gs/core/expect.h"

namespace {

constexpr uint64_t kMostPixels = 1 << 16;

std::vector<gs::Bytes> payloads_of(gs::Bytes bytes) {
  std::vector<gs::Bytes> out;
  while (bytes.size() >= 2 && out.size() < 16) {
    const std::size_t size = std::min<std::size_t>(gs::load_le<uint16_t>(bytes.data()), bytes.size() - 2);
    out.push_back(bytes.subspan(2, size));
    bytes = bytes.subspan(2 + size);
  }
  return out;
}

void check(const gs::assets::Image& image) {
  GS_EXPECT(image.width > 0 && image.height > 0 && image.channels == 3);
  GS_EXPECT(static_cast<uint64_t>(image.width) * static_cast<uint64_t>(image.height) <= kMostPixels);
}

void decode_packets(gs::assets::StreamCodec codec, const std::vector<gs::Bytes>& packets) {
  auto video = gs::assets::StreamDecoder::create(codec, kMostPixels);
  GS_EXPECT(video.has_value());
  int64_t tag = 0;
  for (const gs::Bytes packet : packets) {
    const auto pictures = video->take(packet, tag++);
    if (!pictures) continue;
    for (const auto& picture : *pictures) check(picture.image);
  }
  for (const auto& picture : video->finish()) check(picture.image);
}

void read_messages(const gs::camera::CameraFormat& format, std::string_view encoding,
                   const std::vector<gs::Bytes>& payloads) {
  gs::camera::VideoTopic video(kMostPixels);
  gs::Timestamp received{1'700'000'000'000'000'000};
  for (const gs::Bytes payload : payloads) {
    static_cast<void>(gs::camera::read_message(format.type, encoding, payload).has_value());
    static_cast<void>(gs::camera::read_calibration("foxglove.CameraCalibration", encoding, payload).has_value());
    received = received + gs::Duration::from_ms(100);
    const auto pictures = video.take(format.type, encoding, payload, received);
    if (!pictures) continue;
    for (const auto& picture : *pictures) check(picture.image);
  }
  for (const auto& picture : video.finish()) check(picture.image);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const gs::Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
  const auto payloads = payloads_of(bytes.subspan(2));
  if (data[0] >= 128) {
    decode_packets(static_cast<gs::assets::StreamCodec>(data[0] % 4), payloads);
    return 0;
  }
  static const std::vector<gs::camera::CameraFormat> kFormats = gs::camera::all_formats();
  constexpr std::array<std::string_view, 4> kEncodings = {"cdr", "ros1", "protobuf", "json"};
  read_messages(kFormats[data[0] % kFormats.size()], kEncodings[data[1] % kEncodings.size()], payloads);
  return 0;
}
