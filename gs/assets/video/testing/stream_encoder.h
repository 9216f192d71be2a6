// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Encodes images to the packets of a video stream with one of FFmpeg's encoders. Test code only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gs/assets/image/image.h"

namespace gs::assets::testing {

// One packet, in the order of decoding.
struct CodedPacket {
  std::vector<std::byte> data;
  int frame = 0;  // index of its image
  bool key = false;
};

// How a stream is encoded.
struct StreamRecipe {
  std::string encoder = "libx264";  // FFmpeg's name
  int key_every = 10;               // distance of key frames
  int b_frames = 0;
  bool full_range = false;  // and BT.601 instead of BT.709
  bool open_gop = false;    // libx264: B frames in front of a key frame refer to pictures before it, as with libx265
};

// Packets of the images, which have equal even sizes; empty if this FFmpeg has no such encoder.
std::optional<std::vector<CodedPacket>> encode_stream(const std::vector<Image>& images, const StreamRecipe& recipe);

// A moving pattern for videos: the frame `number` differs clearly from its neighbours.
Image moving_picture(int number, int width, int height);
// Mean absolute difference of two images of one size.
double mean_difference_of(const Image& a, const Image& b);

}  // namespace gs::assets::testing
