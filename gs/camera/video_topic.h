// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes the video packets of one topic to pictures with the stamps of their packets.
#pragma once

#include <map>

#include "gs/assets/video/stream_decoder.h"
#include "gs/camera/camera_message.h"

namespace gs::camera {

// A picture of a video.
struct VideoPicture {
  Timestamp stamp;
  bool unstamped = false;  // the packet had no stamp: it is the time of recording
  Timestamp received;      // time of recording of its packet
  std::string frame_id;
  assets::Image image;  // RGB
};

// Finds jumps in a rising sequence of numbers or times: steps much longer than the usual one, and new beginnings.
class GapFinder {
 public:
  // True if values before this one are missing, or the sequence begins again far before its largest value (the encoder
  // was started again). Values that lie a little before the largest one are no gaps: packets of a video with B frames
  // come in another order than its pictures.
  bool take(int64_t value);

 private:
  bool take_earlier(int64_t value);
  // The median; with B frames, whose number may change, the second longest, so that a gap does not hide the next one.
  int64_t usual_step() const;

  std::optional<int64_t> largest_;
  std::vector<int64_t> steps_;  // the last ones
  bool reordered_ = false;      // there are B frames
};

// The decoder of one topic; packets come in the order of the log, one thread at a time.
class VideoTopic {
 public:
  explicit VideoTopic(uint64_t max_pixels = assets::kMaxStreamPixels) : max_pixels_(max_pixels) {}

  // Takes the next message of a type whose kind is video, recorded at `received`; returns the pictures that are
  // complete. Errors concern this message only: those of read_message() and StreamDecoder, unsupported for codecs that
  // are not known, invalid_data if the codec changes.
  Result<std::vector<VideoPicture>> take(std::string_view type, std::string_view encoding, Bytes payload,
                                         Timestamp received);
  // Returns the pictures that are still in the decoder; call once.
  std::vector<VideoPicture> finish();
  // What became of the packets, and in how many places packets are missing.
  assets::StreamCounts counts() const;
  uint64_t gaps() const { return gaps_ + counts().gaps; }
  // "H.264", or empty before the first packet.
  std::string_view codec_name() const;

 private:
  // What a packet tells about its picture.
  struct Origin {
    Timestamp stamp;
    bool unstamped;
    Timestamp received;
    std::string frame_id;
  };
  Result<void> open(std::string_view format);
  std::vector<VideoPicture> with_origins(std::vector<assets::StreamPicture> pictures);

  uint64_t max_pixels_;
  std::optional<assets::StreamCodec> codec_;
  std::optional<assets::StreamDecoder> decoder_;
  std::map<int64_t, Origin> origins_;  // by the number of the packet
  int64_t packets_ = 0;
  GapFinder numbers_;
  uint64_t gaps_ = 0;
};

}  // namespace gs::camera
