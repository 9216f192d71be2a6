// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Shapes, letters and pictures on a picture, with soft edges. Coordinates are pixels, x right, y down, (0, 0) the
// corner of the first pixel; what lies outside is cut off.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "gs/assets/image/image.h"
#include "gs/geometry/vec.h"

namespace gs::bridge {

struct Color {
  uint8_t r = 0, g = 0, b = 0;
};

class Canvas {
 public:
  Canvas(int width, int height, Color background);

  int width() const { return image_.width; }
  int height() const { return image_.height; }
  const Image& image() const { return image_; }

  void dot(Vec2d centre, double radius, Color color, double opacity = 1);
  void line(Vec2d from, Vec2d to, double thickness, Color color, double opacity = 1);
  void path(std::span<const Vec2d> points, double thickness, Color color, double opacity = 1);
  void circle(Vec2d centre, double radius, double thickness, Color color, double opacity = 1);
  // Even-odd over all rings: holes are rings of their own. Hard edges; draw a path around it for soft ones.
  void fill(const std::vector<std::vector<Vec2d>>& rings, Color color, double opacity = 1);
  void rectangle(int x, int y, int width, int height, Color color, double opacity = 1);
  // Small letters become capitals.
  void text(Vec2d top_left, double height, std::string_view text, Color color);
  // RGB, 8 bits.
  void paste(const Image& picture, int x, int y);

 private:
  void blend(int x, int y, Color color, double opacity);
  Image image_;
};

// Width in pixels of a text of that height.
double text_width_px(std::string_view text, double height);

}  // namespace gs::bridge
