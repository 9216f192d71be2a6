// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Raw pixel formats with their fixed VRS numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gs::logio::vrs {

// Formats used by this project; pixel_format.cpp lists all names.
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
  last = 26,  // highest number
};

// VRS name of a format ("grey16"); empty for unknown numbers. parse_pixel_format() is the inverse.
std::string_view pixel_format_name(PixelFormat format);
std::optional<PixelFormat> parse_pixel_format(std::string_view name);

// Memory layout of a raw image.
struct RawImageSize {
  uint64_t stride = 0;  // bytes per row of the first plane
  uint64_t bytes = 0;   // size of all planes
};
// Computes the size of an image. Strides [bytes] of 0 mean rows without padding. nullopt for unknown formats, strides
// that are too small, and sizes that overflow.
std::optional<RawImageSize> raw_image_size(PixelFormat format, uint32_t width, uint32_t height, uint32_t stride,
                                           uint32_t stride_2);

}  // namespace gs::logio::vrs
