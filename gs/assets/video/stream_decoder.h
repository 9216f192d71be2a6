// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes the packets of a video that come one by one, as in the messages of a log.
//
//   GS_TRY(StreamDecoder video, StreamDecoder::create(StreamCodec::h264));
//   for (const Message& m : messages) {
//     GS_TRY(const auto pictures, video.take(m.data, m.stamp.ns));  // none, one or several
//   }
//   const auto rest = video.finish();
#pragma once

#include <cstdint>
#include <vector>

#include "gs/assets/image/image.h"
#include "gs/assets/video/stream_packet.h"
#include "gs/core/ownership.h"

namespace gs::assets {

// A decoded picture and the tag of the packet that it lay in.
struct StreamPicture {
  Image image;  // RGB
  int64_t tag = 0;
};

// What became of the packets.
struct StreamCounts {
  uint64_t packets = 0;
  uint64_t before_key =
      0;                  // left out: nothing to begin with had come yet, or not again after a gap or a refused packet
  uint64_t gaps = 0;      // places where an H.264 stream with B frames shows that a picture before is missing
  uint64_t refused = 0;   // malformed
  uint64_t damaged = 0;   // pictures left out, because parts of them are missing
  uint64_t repeated = 0;  // pictures left out, because their packet has shown one already
};

// Default limit of the size of pictures: 8192 x 4608.
inline constexpr uint64_t kMaxStreamPixels = 8192ull * 4608;

// Decodes one stream, one thread at a time. The same packets give the same pictures on any number of cores: the decoder
// runs in one thread.
class StreamDecoder {
 public:
  // Errors: unsupported if FFmpeg has no decoder for the codec.
  static Result<StreamDecoder> create(StreamCodec codec, uint64_t max_pixels = kMaxStreamPixels);

  // Takes the next packet and returns the pictures that are complete, in the order in which they are shown, at most one
  // a packet; with B frames that is some packets later. Packets before the first that decoding can begin with give no
  // picture; parameter sets may come in packets of their own. An error (corrupt, limit_exceeded, unsupported) concerns
  // this packet; what follows is left out until decoding can begin again.
  Result<std::vector<StreamPicture>> take(Bytes packet, int64_t tag);
  // Tells that packets before the next one are missing. Decoders go on after that with pictures that nobody took, so
  // packets are left out until decoding can begin again, and later pictures do not build on ones before the gap.
  void note_gap();
  // Returns the pictures that are still in the decoder; call once.
  std::vector<StreamPicture> finish();
  const StreamCounts& counts() const;

 private:
  struct State;
  explicit StreamDecoder(Hidden<State> state);
  Hidden<State> state_;
};

}  // namespace gs::assets
