// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Draws anti-aliased shapes, text and images on an RGB image. Coordinates are pixels, x right, y down; (0, 0) is the
// corner of the first pixel. Parts outside the image are clipped.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "gs/assets/image/image.h"
#include "gs/geometry/vec.h"

namespace gs::bridge {

// 8-bit RGB colour.
struct Color {
  uint8_t r = 0, g = 0, b = 0;
};

// An RGB image to draw on.
class Canvas {
 public:
  Canvas(int width, int height, Color background);

  // Size [px] and the image drawn so far.
  int width() const { return image_.width; }
  int height() const { return image_.height; }
  const Image& image() const { return image_; }

  // Shapes with soft edges: filled disc, line segment, polyline, circle outline. Radius and thickness in pixels;
  // opacity 0 to 1.
  void dot(Vec2d centre, double radius, Color color, double opacity = 1);
  void line(Vec2d from, Vec2d to, double thickness, Color color, double opacity = 1);
  void path(std::span<const Vec2d> points, double thickness, Color color, double opacity = 1);
  void circle(Vec2d centre, double radius, double thickness, Color color, double opacity = 1);
  // Fills the area of closed rings by the even-odd rule; holes are rings of their own. Edges are hard; draw a path
  // around them for soft ones.
  void fill(const std::vector<std::vector<Vec2d>>& rings, Color color, double opacity = 1);
  // Fills a rectangle with hard edges.
  void rectangle(int x, int y, int width, int height, Color color, double opacity = 1);
  // Draws text; lower-case letters are drawn as capitals.
  void text(Vec2d top_left, double height, std::string_view text, Color color);
  // Copies an 8-bit RGB image to (x, y).
  void paste(const Image& picture, int x, int y);

 private:
  void blend(int x, int y, Color color, double opacity);
  Image image_;
};

// Width of a text of this height [px].
double text_width_px(std::string_view text, double height);

}  // namespace gs::bridge
