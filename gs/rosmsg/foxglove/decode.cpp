// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/foxglove/decode.h"

#include "gs/rosmsg/foxglove/decode_json.h"
#include "gs/rosmsg/foxglove/decode_protobuf.h"

namespace gs::rosmsg::foxglove {
namespace {

// Value of a base64 character of the standard or the URL alphabet; -1 for others.
int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

}  // namespace

Result<std::vector<std::byte>> decode_base64(std::string_view text) {
  // Collects 6 bits per character and emits a byte whenever 8 are available.
  while (text.ends_with('=')) text.remove_suffix(1);
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() * 3 / 4);
  uint32_t bits = 0;
  int count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int digit = base64_digit(text[i]);
    if (digit < 0) return fail(ErrorCode::invalid_data, "is not base64 text at character {}", i);
    bits = bits << 6 | static_cast<uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<std::byte>(bits >> count));
  }
  return bytes;
}

// Protobuf fields are merged into a message of default values; a field that is absent keeps its default.
template <class Message>
Result<Message> decode(std::string_view message_encoding, Bytes payload) {
  Message message;
  if (message_encoding == "protobuf") {
    if (auto result = merge_protobuf(payload, message); !result) {
      return std::move(result).error().with_context(Message::kName);
    }
    return message;
  }
  if (message_encoding != "json") {
    return fail(ErrorCode::unsupported, "{} in encoding '{}' is not supported", Message::kName, message_encoding)
        .with_hint("supported encodings: protobuf, json");
  }
  auto value = parse_json(as_text(payload), kManyValues);
  if (!value) return std::move(value).error().with_context(Message::kName);
  if (!value->is_map()) {
    return fail(ErrorCode::invalid_data, "{} is not a JSON object", Message::kName);
  }
  if (auto result = read_json(*value, message); !result) return std::move(result).error().with_context(Message::kName);
  return message;
}

template Result<CompressedImage> decode(std::string_view, Bytes);
template Result<RawImage> decode(std::string_view, Bytes);
template Result<CompressedVideo> decode(std::string_view, Bytes);
template Result<PointCloud> decode(std::string_view, Bytes);
template Result<FrameTransform> decode(std::string_view, Bytes);
template Result<FrameTransforms> decode(std::string_view, Bytes);
template Result<CameraCalibration> decode(std::string_view, Bytes);
template Result<LocationFix> decode(std::string_view, Bytes);

}  // namespace gs::rosmsg::foxglove
