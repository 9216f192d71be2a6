// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The raw encodings of sensor_msgs/Image, as 8-bit RGB.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "gs/assets/image/image.h"
#include "gs/core/bytes.h"
#include "gs/core/result.h"

namespace gs {

// The fields of sensor_msgs/Image, borrowed.
struct RawImage {
  std::string_view encoding;
  uint32_t width = 0, height = 0;
  uint32_t step = 0;  // bytes from one row to the next
  bool big_endian = false;
  Bytes data{};
};

// True for the encodings that to_rgb8 takes:
//   rgb8 bgr8 rgba8 bgra8 8UC1 8UC3 8UC4 mono8 rgb16 bgr16 rgba16 bgra16 mono16
//   yuv422 uyvy yuv422_yuy2 yuyv nv12 nv21                              (BT.601, video range)
//   bayer_{rggb,bggr,gbrg,grbg}{8,16}                                   (bilinear)
//   16UC1 32FC1: depth, shown in gray from the smallest value above 0 to the largest
bool can_convert_to_rgb8(std::string_view encoding);

// The pixels where they lie, for encodings that are colour of 8 bits a sample already; else nothing. Sizes are checked.
Result<std::optional<PixelView>> view_pixels(const RawImage& raw);

// 16-bit colour keeps its high byte. Sizes are checked against the data before anything is allocated.
Result<Image> to_rgb8(const RawImage& raw);

}  // namespace gs
