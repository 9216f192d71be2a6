// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What lies in one packet of a coded video, told from its bytes without decoding: used to find where decoding can
// begin.
#pragma once

#include <optional>
#include <string_view>

#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::assets {

// Codecs of packets in logs: H.264 and H.265 in Annex B, VP9 frames, AV1 in its low overhead format.
enum class StreamCodec { h264, h265, vp9, av1 };

// "H.264", "H.265", "VP9" or "AV1".
std::string_view to_text(StreamCodec codec);
// The codec of a name as logs write it: "h264", "hevc", the name of an encoder ("libx264", "hevc_nvenc"), alone or
// before a semicolon ("h264;yuv420p;bgr8;rgb8"). Empty for others.
std::optional<StreamCodec> find_stream_codec(std::string_view name);

// Parts of a packet.
struct PacketParts {
  bool headers = false;   // parameter sets or a sequence header
  bool key = false;       // a picture that needs no earlier one
  bool pictures = false;  // any picture
  // True if a decoder that has seen nothing before can begin here, perhaps with headers of an earlier packet.
  bool can_begin = false;
};

// Reads the parts of a packet. Errors: corrupt if it is empty, or is not in the format of its codec.
Result<PacketParts> parts_of_packet(StreamCodec codec, Bytes packet);

}  // namespace gs::assets
