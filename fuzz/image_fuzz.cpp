// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Decodes any bytes as PNG, as JPEG, and as a raw image whose properties come from the first bytes.
#include <iterator>
#include <string_view>

#include "gs/assets/image/encodings.h"
#include "gs/assets/image/jpeg.h"
#include "gs/assets/image/png.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  constexpr uint64_t kMaxPixels = 1 << 20;
  const gs::Bytes file(reinterpret_cast<const std::byte*>(data), size);
  static_cast<void>(gs::assets::decode_png(file, kMaxPixels).has_value());
  static_cast<void>(gs::assets::decode_jpeg(file, {.accept_damage = true, .max_pixels = kMaxPixels}).has_value());
  if (size < 5) return 0;
  static constexpr std::string_view kEncodings[] = {"rgb8", "bgra8", "mono16",       "yuv422", "yuv422_yuy2",
                                                    "nv12", "32FC1", "bayer_grbg16", "16UC1",  "bayer_rggb8"};
  const auto encoding = kEncodings[data[0] % std::size(kEncodings)];
  static_cast<void>(
      gs::assets::to_rgb8({encoding, data[1], data[2], data[3], (data[4] & 1) != 0, file.subspan(5)}).has_value());
  return 0;
}
