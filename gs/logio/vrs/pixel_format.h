// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Raw pixel formats by their permanent VRS numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gs::vrs {

enum class PixelFormat : uint32_t {
  undefined = 0,
  grey8 = 1,
  bgr8 = 2,
  depth32f = 3,
  rgb8 = 4,
  yuv_i420_split = 5,
  rgba8 = 6,
  grey16 = 11,
  yuy2 = 14,
  last = 26,  // the others are named in the source
};

std::string_view pixel_format_name(PixelFormat format);  // "grey16"; empty for numbers without meaning
std::optional<PixelFormat> parse_pixel_format(std::string_view name);

struct RawImageSize {
  uint64_t stride = 0;  // of the first plane, bytes
  uint64_t bytes = 0;   // all planes
};
// stride and stride_2 of 0 mean "as tight as possible". Nothing for unknown formats and strides that are too small.
std::optional<RawImageSize> raw_image_size(PixelFormat format, uint32_t width, uint32_t height, uint32_t stride,
                                           uint32_t stride_2);

}  // namespace gs::vrs
