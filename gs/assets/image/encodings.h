// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Converts the raw encodings of sensor_msgs/Image to 8-bit RGB.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "gs/assets/image/image.h"
#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs::assets {

// The values of 16-bit samples that become 0 and 255. The default keeps the high byte.
struct SampleRange {
  uint16_t low = 0, high = 65535;
  friend bool operator==(const SampleRange&, const SampleRange&) = default;
};

// Fields of a sensor_msgs/Image message, borrowed.
struct RawImage {
  std::string_view encoding;
  uint32_t width = 0, height = 0;
  uint32_t step = 0;  // bytes per row, including padding
  bool big_endian = false;
  Bytes data{};
  SampleRange samples{};  // of 16-bit gray, colour and Bayer encodings
};

// True for the encodings that to_rgb8() supports:
//   rgb8 bgr8 rgba8 bgra8 8UC1 8UC3 8UC4 mono8 rgb16 bgr16 rgba16 bgra16 mono16
//   yuv422 uyvy yuv422_yuy2 yuyv nv12 nv21                              (BT.601, video range)
//   bayer_{rggb,bggr,gbrg,grbg}{8,16}                                   (bilinear demosaicing)
//   16UC1 32FC1: depth, as gray from the smallest positive value to the largest
bool can_convert_to_rgb8(std::string_view encoding);

// View of the pixels in place if the encoding is 8-bit colour; empty for other encodings. Sizes are checked. Errors:
// unsupported, corrupt, truncated, limit_exceeded.
Result<std::optional<PixelView>> view_pixels(const RawImage& raw);

// Range of the samples of an image with 16-bit gray, colour or Bayer encoding: the 10, 12 or 14 bits that they use, so
// that cameras of fewer bits are not black; of gray images of 14 bits or more with little contrast (thermal cameras)
// the values that occur. The 0.1 % lowest and highest samples do not count. Take the range of one image for all images
// of a camera. Empty for other encodings and for images that cannot be read.
std::optional<SampleRange> find_sample_range(const RawImage& raw);

// Converts to RGB; 16-bit samples are scaled by raw.samples. Sizes are checked before memory is allocated. Errors: as
// view_pixels().
Result<Image> to_rgb8(const RawImage& raw);

}  // namespace gs::assets
