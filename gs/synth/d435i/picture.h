// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Frames of an imagined camera that looks at a street while it turns. Internal.
#pragma once

#include <cstdint>
#include <vector>

namespace gs {

// Texture and noise are made once; a frame is the texture, shifted, plus fresh noise. Each row's noise depends on seed,
// frame and row alone.
class ColorCamera {
 public:
  ColorCamera(uint32_t width, uint32_t height, uint64_t seed);
  // rgb8, rows without gaps.
  void render(uint64_t frame, std::vector<uint8_t>& out) const;

 private:
  uint32_t width_, height_, texture_width_;
  uint64_t seed_;
  std::vector<uint8_t> texture_;  // [height, texture_width, 3]; wider than the picture, which moves along it
  std::vector<int8_t> noise_;
};

class DepthCamera {
 public:
  DepthCamera(uint32_t width, uint32_t height, uint64_t seed);
  // 16-bit millimetres; 0 where nothing was measured.
  void render(uint64_t frame, std::vector<uint8_t>& out) const;

 private:
  uint32_t width_, height_, scene_width_;
  uint64_t seed_;
  std::vector<uint16_t> scene_;
  std::vector<int8_t> noise_;
};

}  // namespace gs
