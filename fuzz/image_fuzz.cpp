// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes any bytes as PNG, as JPEG, and as a raw image whose properties come from the first bytes; 16-bit samples are
// scaled by their range.
#include <iterator>
#include <string_view>

#include "gs/assets/image/encodings.h"
#include "gs/assets/image/jpeg.h"
#include "gs/assets/image/png.h"
#include "gs/core/expect.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  constexpr uint64_t kMaxPixels = 1 << 20;
  const gs::Bytes file(reinterpret_cast<const std::byte*>(data), size);
  static_cast<void>(gs::assets::decode_png(file, kMaxPixels).has_value());
  static_cast<void>(gs::assets::decode_jpeg(file, {.accept_damage = true, .max_pixels = kMaxPixels}).has_value());
  if (size < 5) return 0;
  static constexpr std::string_view kEncodings[] = {
      "rgb8",  "bgra8",        "mono16", "yuv422",      "yuv422_yuy2",  "nv12",   "32FC1",  "bayer_grbg16",
      "16UC1", "bayer_rggb8",  "nv21",   "uyvy",        "bayer_bggr16", "rgb16",  "bgra16", "bayer_gbrg8",
      "mono8", "bayer_rggb16", "8UC4",   "bayer_bggr8", "bayer_gbrg16", "rgba16", "bgr16",  "bayer_grbg8"};
  const auto encoding = kEncodings[data[0] % std::size(kEncodings)];
  gs::assets::RawImage raw{encoding, data[1], data[2], data[3], (data[4] & 1) != 0, file.subspan(5)};
  if (const auto range = gs::assets::find_sample_range(raw)) {
    GS_EXPECT(range->low < range->high);
    raw.samples = *range;
  }
  if (const auto image = gs::assets::to_rgb8(raw)) {
    GS_EXPECT(image->width == data[1] && image->height == data[2] && image->channels == 3);
  }
  return 0;
}
