// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/format/pixel_format.h"

#include <algorithm>
#include <iterator>

namespace gs::logio::vrs {
namespace {

// Memory layout of a format. packed10: four 10-bit pixels in five bytes.
enum class Planes { packed, packed10, i420, semi_planar };

struct FormatRow {
  std::string_view name;
  Planes planes;
  uint32_t bytes_per_pixel;
};

// By VRS number; the names are those of the official library.
constexpr FormatRow kFormats[] = {
    {"", Planes::packed, 0},
    {"grey8", Planes::packed, 1},
    {"bgr8", Planes::packed, 3},
    {"depth32f", Planes::packed, 4},
    {"rgb8", Planes::packed, 3},
    {"yuv_i420_split", Planes::i420, 1},
    {"rgba8", Planes::packed, 4},
    {"rgb10", Planes::packed, 6},
    {"rgb12", Planes::packed, 6},
    {"grey10", Planes::packed, 2},
    {"grey12", Planes::packed, 2},
    {"grey16", Planes::packed, 2},
    {"rgb32F", Planes::packed, 12},
    {"scalar64F", Planes::packed, 8},
    {"yuy2", Planes::packed, 2},
    {"rgb_ir_4x4", Planes::packed, 1},
    {"rgba32F", Planes::packed, 16},
    {"bayer8_rggb", Planes::packed, 1},
    {"raw10", Planes::packed10, 0},
    {"raw10_bayer_rggb", Planes::packed10, 0},
    {"raw10_bayer_bggr", Planes::packed10, 0},
    {"yuv_420_nv21", Planes::semi_planar, 1},
    {"yuv_420_nv12", Planes::semi_planar, 1},
    {"grey10packed", Planes::packed10, 0},
    {"bayer8_bggr", Planes::packed, 1},
    {"bayer10_gbrg", Planes::packed, 2},
    {"bayer8_gbrg", Planes::packed, 1},
};

const FormatRow* find_row(PixelFormat format) {
  const auto number = static_cast<uint32_t>(format);
  return number == 0 || number >= std::size(kFormats) ? nullptr : &kFormats[number];
}

// Bytes per row without padding.
uint64_t tight_stride(const FormatRow& row, uint64_t width) {
  if (row.planes == Planes::packed10) return (width + 3) / 4 * 5;
  return width * row.bytes_per_pixel;
}

}  // namespace

std::string_view pixel_format_name(PixelFormat format) {
  const FormatRow* row = find_row(format);
  return row == nullptr ? std::string_view() : row->name;
}

std::optional<PixelFormat> parse_pixel_format(std::string_view name) {
  if (name.empty()) return std::nullopt;
  const auto* found =
      std::find_if(std::begin(kFormats), std::end(kFormats), [&](auto& row) { return row.name == name; });
  if (found == std::end(kFormats)) return std::nullopt;
  return static_cast<PixelFormat>(found - std::begin(kFormats));
}

std::optional<RawImageSize> raw_image_size(PixelFormat format, uint32_t width, uint32_t height, uint32_t stride,
                                           uint32_t stride_2) {
  const FormatRow* row = find_row(format);
  if (row == nullptr || width == 0 || height == 0) return std::nullopt;
  const uint64_t tight = tight_stride(*row, width);
  if (stride != 0 && stride < tight) return std::nullopt;
  RawImageSize size{.stride = stride != 0 ? stride : tight};
  const uint64_t half_width = (uint64_t{width} + 1) / 2, half_height = (uint64_t{height} + 1) / 2;
  const bool i420 = row->planes == Planes::i420, semi_planar = row->planes == Planes::semi_planar;
  const uint64_t tight_2 = i420 ? half_width : semi_planar ? 2 * half_width : 0;
  if (stride_2 != 0 && stride_2 < tight_2) return std::nullopt;
  // Bytes per row of all chroma planes together: i420 has two of them.
  const uint64_t row_2 = stride_2 != 0 ? uint64_t{stride_2} : tight_2;
  const uint64_t chroma = i420 ? 2 * row_2 : semi_planar ? row_2 : 0;
  uint64_t luma_bytes = 0, chroma_bytes = 0;
  if (__builtin_mul_overflow(size.stride, height, &luma_bytes) ||
      __builtin_mul_overflow(chroma, half_height, &chroma_bytes) ||
      __builtin_add_overflow(luma_bytes, chroma_bytes, &size.bytes)) {
    return std::nullopt;
  }
  return size;
}

}  // namespace gs::logio::vrs
