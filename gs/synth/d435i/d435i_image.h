// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Images of a fictitious camera that pans across a street. Private to this folder.
#pragma once

#include <cstdint>
#include <vector>

namespace gs::synth {

// Colour images. Texture and noise table are computed once; an image is the shifted texture plus noise. The noise of a
// row depends only on seed, frame and row.
class ColorCamera {
 public:
  ColorCamera(uint32_t width, uint32_t height, uint64_t seed);
  // Renders image number `frame` as rgb8 without row padding.
  void render(uint64_t frame, std::vector<uint8_t>& out) const;

 private:
  uint32_t width_, height_, texture_width_;
  uint64_t seed_;
  std::vector<uint8_t> texture_;  // [height, texture_width, 3]; wider than the image, which moves along it
  std::vector<int8_t> noise_;
};

// Depth images of the same scene.
class DepthCamera {
 public:
  DepthCamera(uint32_t width, uint32_t height, uint64_t seed);
  // Renders image number `frame` as 16-bit millimetres; 0 means no measurement.
  void render(uint64_t frame, std::vector<uint8_t>& out) const;

 private:
  uint32_t width_, height_, scene_width_;
  uint64_t seed_;
  std::vector<uint16_t> scene_;
  std::vector<int8_t> noise_;
};

}  // namespace gs::synth
