// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/convert/streams/encodings.h"

#include <algorithm>
#include <array>

namespace gs::convert {
namespace {

using logio::vrs::PixelFormat;

struct Row {
  std::string_view encoding;
  PixelFormat format;
};

// encoding_of() returns the first name of a format. SDK bags use the upper-case names of the SDK for some.
constexpr std::array<Row, 15> kRows = {{{"rgb8", PixelFormat::rgb8},
                                        {"bgr8", PixelFormat::bgr8},
                                        {"rgba8", PixelFormat::rgba8},
                                        {"mono8", PixelFormat::grey8},
                                        {"8UC1", PixelFormat::grey8},
                                        {"Y8", PixelFormat::grey8},
                                        {"16UC1", PixelFormat::grey16},
                                        {"mono16", PixelFormat::grey16},
                                        {"Z16", PixelFormat::grey16},
                                        {"Y16", PixelFormat::grey16},
                                        {"32FC1", PixelFormat::depth32f},
                                        {"yuv422_yuy2", PixelFormat::yuy2},
                                        {"yuyv", PixelFormat::yuy2},
                                        {"YUYV", PixelFormat::yuy2},
                                        {"yuy2", PixelFormat::yuy2}}};

}  // namespace

std::optional<PixelFormat> pixel_format_of(std::string_view encoding) {
  const auto* found =
      std::find_if(kRows.begin(), kRows.end(), [&](const Row& row) { return row.encoding == encoding; });
  return found == kRows.end() ? std::nullopt : std::optional(found->format);
}

std::string_view encoding_of(PixelFormat format) {
  const auto* found = std::find_if(kRows.begin(), kRows.end(), [&](const Row& row) { return row.format == format; });
  return found == kRows.end() ? std::string_view() : found->encoding;
}

std::string supported_encodings() {
  std::string out;
  for (const Row& row : kRows) out += (out.empty() ? "" : ", ") + std::string(row.encoding);
  return out;
}

}  // namespace gs::convert
