// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Draws anti-aliased shapes, text and images on an 8-bit RGB image. Coordinates are pixels, x right, y down; (0, 0) is
// the corner of the first pixel, so that the centre of pixel (x, y) is (x + 0.5, y + 0.5). Parts outside the image are
// clipped; shapes with coordinates that are not finite are not drawn.
//
//   Canvas canvas(640, 480, rgb8(255, 255, 255));
//   canvas.line({10, 10}, {630, 470}, 3, {1, 0, 0});
//   canvas.text({20, 20}, 14, "start", {0, 0, 0});
//   GS_CHECK(write_png("map.png", canvas.image()));
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "gs/assets/image/image.h"
#include "gs/geometry/vec.h"

namespace gs::assets {

// RGB colour, each channel from 0 to 1. Values outside the range are clamped when a pixel is written, so that colours
// may be scaled and mixed before.
using Color = Vec3f;

// Colour of three 8-bit channels, 0 to 255; to_bytes() gives the same channels again.
constexpr Color rgb8(int r, int g, int b) {
  return {static_cast<float>(r) / 255, static_cast<float>(g) / 255, static_cast<float>(b) / 255};
}

// The three 8-bit channels nearest to a colour.
std::array<uint8_t, 3> to_bytes(Color color);

// An RGB image to draw on. Sizes (radius, thickness, height of text) are pixels; opacity runs from 0 to 1. Distinct
// rows may be drawn by pixel() from several threads; everything else belongs to one thread at a time.
class Canvas {
 public:
  Canvas(int width, int height, Color background);

  // Size [px] and the image drawn so far.
  int width() const { return image_.width; }
  int height() const { return image_.height; }
  const Image& image() const& { return image_; }
  Image&& image() && { return std::move(image_); }

  // Mixes a colour into one pixel.
  void pixel(int x, int y, Color color, double opacity = 1);
  // Draws shapes with soft edges: filled disc, line segment with round ends, polyline, circle outline.
  void dot(Vec2d centre, double radius, Color color, double opacity = 1);
  void line(Vec2d from, Vec2d to, double thickness, Color color, double opacity = 1);
  void path(std::span<const Vec2d> points, double thickness, Color color, double opacity = 1);
  void circle(Vec2d centre, double radius, double thickness, Color color, double opacity = 1);
  // Fills the pixels whose centres lie inside closed rings (last point equal to the first) by the even-odd rule; holes
  // are rings of their own. Edges are hard; draw a path around them for soft ones.
  void fill(const std::vector<std::vector<Vec2d>>& rings, Color color, double opacity = 1);
  // Fills a rectangle with hard edges.
  void rectangle(int x, int y, int width, int height, Color color, double opacity = 1);
  // Draws text in the font of lettering.h; lower-case letters are drawn as capitals.
  void text(Vec2d top_left, double height, std::string_view text, Color color);
  // Copies an 8-bit RGB image; its upper left corner comes to (x, y).
  void paste(const Image& image, int x, int y);

 private:
  void blend(int x, int y, Color color, double opacity);
  Image image_;
};

// Width of a text of this height [px].
double text_width_px(std::string_view text, double height);

}  // namespace gs::assets
