// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/streams/image_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "gs/assets/image/color_map.h"
#include "gs/assets/image/encodings.h"
#include "gs/assets/image/jpeg.h"
#include "gs/assets/image/png.h"
#include "gs/convert/streams/encodings.h"

namespace gs::convert {
namespace {

using logio::vrs::PixelFormat;

constexpr double kNear_m = 0.25, kFar_m = 10;

// Colours of depths from near to far: red, yellow, green, cyan, blue.
constexpr assets::Color kDepths[] = {assets::rgb8(220, 30, 30), assets::rgb8(240, 200, 40), assets::rgb8(60, 180, 75),
                                     assets::rgb8(60, 190, 220), assets::rgb8(40, 50, 160)};

// Copies the rows without padding.
assets::Image packed(const logio::vrs::ContentBlock& block, int channels, int bytes_per_sample) {
  assets::Image image = assets::Image::make(static_cast<int>(block.image.width), static_cast<int>(block.image.height),
                                            channels, bytes_per_sample);
  for (int y = 0; y < image.height; ++y) {
    std::memcpy(image.row(y), block.bytes.data() + std::size_t{block.image.stride} * static_cast<std::size_t>(y),
                image.row_bytes());
  }
  return image;
}

// Converts 32-bit metres to 16-bit millimetres, saturated.
assets::Image millimetres(const logio::vrs::ContentBlock& block) {
  assets::Image image =
      assets::Image::make(static_cast<int>(block.image.width), static_cast<int>(block.image.height), 1, 2);
  for (int y = 0; y < image.height; ++y) {
    const std::byte* from = block.bytes.data() + std::size_t{block.image.stride} * static_cast<std::size_t>(y);
    for (int x = 0; x < image.width; ++x) {
      const float metres = load_le<float>(from + 4 * x);
      const double value = metres > 0 ? std::min(static_cast<double>(metres) * 1000.0, 65535.0) : 0.0;
      const auto units = static_cast<uint16_t>(std::lround(value));
      std::memcpy(image.row(y) + 2 * x, &units, 2);
    }
  }
  return image;
}

}  // namespace

assets::Image color_depth(const assets::Image& depth_units, double metres_per_unit) {
  assets::Image out = assets::Image::make(depth_units.width, depth_units.height, 3);
  // Evaluate the formula once per possible value; the pixels then need a table lookup only.
  std::vector<std::array<uint8_t, 3>> table(65536);
  const double span = std::log(kFar_m / kNear_m);
  // Entry 0, no depth, stays black. Equal ratios of depth get equal steps of colour.
  for (std::size_t units = 1; units < table.size(); ++units) {
    const double t = std::log(static_cast<double>(units) * metres_per_unit / kNear_m) / span;
    table[units] = assets::to_bytes(assets::color_at(kDepths, t));
  }
  for (int y = 0; y < out.height; ++y) {
    for (int x = 0; x < out.width; ++x) {
      const auto& color = table[depth_units.sample(x, y, 0)];
      std::copy(color.begin(), color.end(), out.row(y) + 3 * x);
    }
  }
  return out;
}

Result<assets::Image> picture_of(const logio::vrs::ContentBlock& block, const ImageViewOptions& options) {
  if (block.image.kind == "jpg") return assets::decode_jpeg(block.bytes, {.accept_damage = true});
  if (block.image.kind == "png") return assets::decode_png(block.bytes);
  if (block.image.kind != "raw") {
    return fail(ErrorCode::unsupported, "images with codec '{}' are not supported",
                block.image.codec.empty() ? block.image.kind : block.image.codec);
  }
  // The size comes from the file; check it before memory is allocated.
  if (uint64_t{block.image.width} * block.image.height > assets::kMaxImagePixels) {
    return fail(ErrorCode::limit_exceeded, "image of {} x {} pixels exceeds the size limit", block.image.width,
                block.image.height);
  }
  switch (block.image.pixel_format) {
    case PixelFormat::grey8:
      return packed(block, 1, 1);
    case PixelFormat::rgb8:
      return packed(block, 3, 1);
    case PixelFormat::grey16: {
      assets::Image depth = packed(block, 1, 2);
      return options.color_map ? color_depth(depth, options.metres_per_unit) : depth;
    }
    case PixelFormat::depth32f: {
      assets::Image depth = millimetres(block);
      return options.color_map ? color_depth(depth, 0.001) : depth;
    }
    default:
      break;
  }
  // All other formats through the converter for ROS encodings.
  const std::string_view encoding = encoding_of(block.image.pixel_format);
  if (encoding.empty()) {
    return fail(ErrorCode::unsupported, "pixel format {} is not supported",
                pixel_format_name(block.image.pixel_format));
  }
  return assets::to_rgb8({.encoding = encoding,
                          .width = block.image.width,
                          .height = block.image.height,
                          .step = block.image.stride,
                          .data = block.bytes});
}

}  // namespace gs::convert
