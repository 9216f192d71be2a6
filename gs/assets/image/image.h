// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// An image in memory: rows from top to bottom without gaps, channels interleaved, 8 or 16 bits per sample (native byte
// order).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gs/core/expect.h"

namespace gs::assets {

// Default limit of decoders, checked before memory is allocated (16384 x 8192); callers may set a lower one.
inline constexpr uint64_t kMaxImagePixels = 1ull << 27;

// Owns its pixels.
struct Image {
  int width = 0, height = 0;
  int channels = 0;          // 1 gray, 2 gray + alpha, 3 RGB, 4 RGBA
  int bytes_per_sample = 1;  // 1 or 2
  std::vector<uint8_t> data{};

  // Black image of this size.
  static Image make(int width, int height, int channels, int bytes_per_sample = 1) {
    GS_EXPECT(width >= 0 && height >= 0 && channels >= 1 && channels <= 4);
    Image image{.width = width, .height = height, .channels = channels, .bytes_per_sample = bytes_per_sample};
    image.data.resize(image.row_bytes() * static_cast<std::size_t>(height));
    return image;
  }
  bool empty() const { return width == 0 || height == 0; }
  // Bytes per row, and pointers to a row.
  std::size_t row_bytes() const {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(channels * bytes_per_sample);
  }
  uint8_t* row(int y) { return data.data() + row_bytes() * static_cast<std::size_t>(y); }
  const uint8_t* row(int y) const { return data.data() + row_bytes() * static_cast<std::size_t>(y); }

  // One sample, widened to 16 bits; for tests. Loops use row().
  uint16_t sample(int x, int y, int channel) const {
    const uint8_t* from = row(y) + static_cast<std::size_t>((x * channels + channel) * bytes_per_sample);
    if (bytes_per_sample == 1) return *from;
    uint16_t value;
    std::memcpy(&value, from, sizeof(value));
    return value;
  }
  friend bool operator==(const Image&, const Image&) = default;
};

// Borrowed pixels with 8 bits per sample, as camera drivers deliver them.
struct PixelView {
  const uint8_t* data = nullptr;
  int width = 0, height = 0;
  std::size_t step = 0;     // bytes per row, including padding
  int channels = 3;         // 1 gray, 3 colour, 4 colour and an unused sample
  bool blue_first = false;  // BGR instead of RGB
};

// View of an image with 8 bits per sample; not for gray + alpha.
inline PixelView view_of(const Image& image) {
  GS_EXPECT(image.bytes_per_sample == 1 && image.channels != 2);
  return {image.data.data(), image.width, image.height, image.row_bytes(), image.channels};
}

}  // namespace gs::assets
