// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/video/stream_packet.h"

#include <algorithm>
#include <array>
#include <string>

#include "gs/assets/video/annex_b.h"

namespace gs::assets {
namespace {

uint8_t byte_at(Bytes bytes, std::size_t i) { return std::to_integer<uint8_t>(bytes[i]); }

Result<PacketParts> parts_of_annex_b(StreamCodec codec, Bytes packet) {
  PacketParts parts;
  const auto take = [&](Bytes unit) {
    const uint8_t first = byte_at(unit, 0);
    if (codec == StreamCodec::h264) {  // ITU-T H.264, table 7-1
      const int type = first & 0x1f;
      parts.headers |= type == 7 || type == 8;
      parts.key |= type == 5;
      parts.pictures |= type >= 1 && type <= 5;
      // Streams with gradual refresh have no IDR picture; the decoder shows nothing before it has recovered.
      parts.can_begin |= type == 5 || type == 7;
      return;
    }
    const int type = (first >> 1) & 0x3f;  // ITU-T H.265, table 7-1
    parts.headers |= type >= 32 && type <= 34;
    parts.key |= type >= 16 && type <= 21;
    parts.pictures |= type < 32;
    parts.can_begin |= type >= 16 && type <= 21;
  };
  if (for_each_unit(packet, take) > 0) return parts;
  return fail(ErrorCode::corrupt, "the packet of {} bytes has no start code 00 00 01: it is not {} in Annex B",
              packet.size(), to_text(codec));
}

// Reads a length in 7-bit groups (AV1, 4.10.5) at `at` and moves behind it.
std::optional<uint64_t> read_leb128(Bytes packet, std::size_t& at) {
  uint64_t value = 0;
  for (int group = 0; group < 8 && at < packet.size(); ++group) {
    const uint8_t byte = byte_at(packet, at++);
    value |= static_cast<uint64_t>(byte & 0x7f) << (7 * group);
    if ((byte & 0x80) == 0) return value;
  }
  return std::nullopt;
}

// Walks the open bitstream units (AV1, 5.3).
Result<PacketParts> parts_of_av1(Bytes packet) {
  PacketParts parts;
  for (std::size_t at = 0; at < packet.size();) {
    const uint8_t header = byte_at(packet, at++);
    const int type = (header >> 3) & 0xf;
    if ((header & 0x80) != 0) return fail(ErrorCode::corrupt, "the packet is not AV1: the forbidden bit is set");
    if ((header & 4) != 0) ++at;  // extension
    uint64_t size = at < packet.size() ? packet.size() - at : 0;
    if ((header & 2) != 0) {
      const auto read = read_leb128(packet, at);
      if (!read || *read > packet.size() - at) {
        return fail(ErrorCode::corrupt, "a unit of type {} does not fit into the AV1 packet of {} bytes", type,
                    packet.size());
      }
      size = *read;
    }
    parts.headers |= type == 1;
    if (type == 3 || type == 6) {  // frame header, frame: show_existing_frame, two bits of frame type, show_frame
      parts.pictures = true;
      const uint8_t first = size > 0 ? byte_at(packet, at) : uint8_t{0xff};
      parts.key |= (first & 0xe0) == 0;
      // Only a key frame that is shown replaces all earlier pictures (AV1, 7.20).
      parts.can_begin |= (first & 0xf0) == 0x10;
    }
    at += static_cast<std::size_t>(size);
  }
  return parts;
}

// The first byte of the uncompressed header (VP9, 6.2).
Result<PacketParts> parts_of_vp9(Bytes packet) {
  const uint8_t first = byte_at(packet, 0);
  if (first >> 6 != 2) return fail(ErrorCode::corrupt, "the packet is not VP9: its frame marker is {}", first >> 6);
  const bool profile3 = (first & 0x30) == 0x30;
  const int shown = profile3 ? first >> 2 & 1 : first >> 3 & 1, inter = profile3 ? first >> 1 & 1 : first >> 2 & 1;
  PacketParts parts{.pictures = true};
  parts.key = parts.can_begin = shown == 0 && inter == 0;
  return parts;
}

}  // namespace

std::string_view to_text(StreamCodec codec) {
  constexpr std::array<std::string_view, 4> kNames = {"H.264", "H.265", "VP9", "AV1"};
  return kNames[static_cast<std::size_t>(codec)];
}

std::optional<StreamCodec> find_stream_codec(std::string_view name) {
  std::string codec(name.substr(0, name.find(';')));
  for (char& c : codec) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  const auto has = [&](std::string_view word) { return codec.find(word) != std::string::npos; };
  if (has("264") || codec == "avc") return StreamCodec::h264;
  if (has("265") || has("hevc")) return StreamCodec::h265;
  if (has("vp9")) return StreamCodec::vp9;
  if (has("av1")) return StreamCodec::av1;
  return std::nullopt;
}

Result<PacketParts> parts_of_packet(StreamCodec codec, Bytes packet) {
  if (packet.empty()) return fail(ErrorCode::corrupt, "the packet is empty");
  if (codec == StreamCodec::av1) return parts_of_av1(packet);
  if (codec == StreamCodec::vp9) return parts_of_vp9(packet);
  return parts_of_annex_b(codec, packet);
}

}  // namespace gs::assets
