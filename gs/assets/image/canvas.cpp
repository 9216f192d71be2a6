// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/image/canvas.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "gs/assets/image/lettering.h"

namespace gs::assets {
namespace {

// Half-open range of pixels whose centres may lie within [low, high], clipped to [0, end).
struct PixelRange {
  int begin, end;
};
PixelRange pixels(double low, double high, int end) {
  const double limit = end;
  return {static_cast<int>(std::clamp(std::floor(low), 0.0, limit)),
          static_cast<int>(std::clamp(std::ceil(high) + 1, 0.0, limit))};
}

// Distance of p to the segment from a to b.
double distance_to_segment(Vec2d p, Vec2d a, Vec2d b) {
  const Vec2d along = b - a, from = p - a;
  const double length2 = dot(along, along);
  const double t = length2 > 0 ? std::clamp(dot(from, along) / length2, 0.0, 1.0) : 0.0;
  return norm(from - along * t);
}

// Share of a pixel that a shape covers, approximated from the signed distance `inside` [px] of the pixel's centre to
// the border, positive inside.
double coverage(double inside) { return std::clamp(inside + 0.5, 0.0, 1.0); }

// Nearest 8-bit value, half up. The order of the arguments of max() turns NaN into 0.
uint8_t rounded(float v) { return static_cast<uint8_t>(std::min(255.f, std::max(0.f, v + 0.5f))); }

char capital(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

std::array<uint8_t, 3> to_bytes(Color color) {
  return {rounded(255 * color.x), rounded(255 * color.y), rounded(255 * color.z)};
}

double text_width_px(std::string_view text, double height) { return text_width(text) * height; }

Canvas::Canvas(int width, int height, Color background) : image_(Image::make(width, height, 3)) {
  rectangle(0, 0, width, height, background);
}

// Mixes a colour into a pixel inside the image.
void Canvas::blend(int x, int y, Color color, double opacity) {
  uint8_t* p = image_.row(y) + static_cast<std::size_t>(3 * x);
  const float channels[3] = {color.x, color.y, color.z};
  const auto weight = static_cast<float>(opacity);
  for (int c = 0; c < 3; ++c) p[c] = rounded(static_cast<float>(p[c]) * (1 - weight) + 255 * channels[c] * weight);
}

void Canvas::pixel(int x, int y, Color color, double opacity) {
  if (x >= 0 && y >= 0 && x < width() && y < height()) blend(x, y, color, opacity);
}

void Canvas::dot(Vec2d centre, double radius, Color color, double opacity) {
  if (!std::isfinite(centre.x + centre.y)) return;
  const PixelRange rows = pixels(centre.y - radius - 1, centre.y + radius + 1, height());
  const PixelRange columns = pixels(centre.x - radius - 1, centre.x + radius + 1, width());
  for (int y = rows.begin; y < rows.end; ++y) {
    for (int x = columns.begin; x < columns.end; ++x) {
      const double share = coverage(radius - norm(Vec2d{x + 0.5, y + 0.5} - centre));
      if (share > 0) blend(x, y, color, share * opacity);
    }
  }
}

void Canvas::line(Vec2d from, Vec2d to, double thickness, Color color, double opacity) {
  if (!std::isfinite(from.x + from.y + to.x + to.y)) return;
  const double radius = 0.5 * thickness, reach = radius + 1;
  const bool flat = std::abs(to.x - from.x) >= std::abs(to.y - from.y);
  // Step along the longer axis of the line and visit only the pixels near it.
  const double a = flat ? from.x : from.y, b = flat ? to.x : to.y;
  const double slope = a == b ? 0.0 : (flat ? to.y - from.y : to.x - from.x) / (b - a);
  // The reach is measured at a right angle to the line, this along the other axis.
  const double beside = reach * std::sqrt(1 + slope * slope);
  const PixelRange steps = pixels(std::min(a, b) - reach, std::max(a, b) + reach, flat ? width() : height());
  for (int i = steps.begin; i < steps.end; ++i) {
    const double middle = (flat ? from.y : from.x) + slope * (std::clamp(i + 0.5, std::min(a, b), std::max(a, b)) - a);
    const PixelRange across = pixels(middle - beside - 1, middle + beside + 1, flat ? height() : width());
    for (int k = across.begin; k < across.end; ++k) {
      const int x = flat ? i : k, y = flat ? k : i;
      const double share = coverage(radius - distance_to_segment({x + 0.5, y + 0.5}, from, to));
      if (share > 0) blend(x, y, color, share * opacity);
    }
  }
}

void Canvas::path(std::span<const Vec2d> points, double thickness, Color color, double opacity) {
  for (std::size_t i = 1; i < points.size(); ++i) line(points[i - 1], points[i], thickness, color, opacity);
}

void Canvas::circle(Vec2d centre, double radius, double thickness, Color color, double opacity) {
  if (!std::isfinite(centre.x + centre.y + radius)) return;
  const PixelRange rows = pixels(centre.y - radius - thickness, centre.y + radius + thickness, height());
  const PixelRange columns = pixels(centre.x - radius - thickness, centre.x + radius + thickness, width());
  for (int y = rows.begin; y < rows.end; ++y) {
    for (int x = columns.begin; x < columns.end; ++x) {
      // Distance to the circle line decides about coverage.
      const double off = std::abs(norm(Vec2d{x + 0.5, y + 0.5} - centre) - radius);
      if (off < thickness) blend(x, y, color, coverage(0.5 * thickness - off) * opacity);
    }
  }
}

void Canvas::fill(const std::vector<std::vector<Vec2d>>& rings, Color color, double opacity) {
  double top = height(), bottom = 0;
  for (const auto& ring : rings) {
    for (const Vec2d& p : ring) {
      if (!std::isfinite(p.x + p.y)) return;
      top = std::min(top, p.y), bottom = std::max(bottom, p.y);
    }
  }
  const PixelRange rows = pixels(top, bottom, height());
  std::vector<double> crossings;
  for (int y = rows.begin; y < rows.end; ++y) {
    // Scan line through the pixel centres: fill between pairs of crossings.
    const double at = y + 0.5;
    crossings.clear();
    for (const auto& ring : rings) {
      for (std::size_t i = 1; i < ring.size(); ++i) {
        const Vec2d a = ring[i - 1], b = ring[i];
        // Half-open in y: a ring that passes through a corner on the line crosses it there once, not twice.
        if ((a.y > at) != (b.y > at)) crossings.push_back(a.x + (at - a.y) / (b.y - a.y) * (b.x - a.x));
      }
    }
    std::ranges::sort(crossings);
    for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
      // Pixels whose centres lie between the two crossings.
      const double limit = width();
      const auto first = static_cast<int>(std::clamp(std::ceil(crossings[i] - 0.5), 0.0, limit));
      const auto last = static_cast<int>(std::clamp(std::ceil(crossings[i + 1] - 0.5), 0.0, limit));
      for (int x = first; x < last; ++x) blend(x, y, color, opacity);
    }
  }
}

void Canvas::rectangle(int x, int y, int width, int height, Color color, double opacity) {
  const int right = std::min(x + width, image_.width), bottom = std::min(y + height, image_.height);
  for (int row = std::max(y, 0); row < bottom; ++row) {
    for (int column = std::max(x, 0); column < right; ++column) blend(column, row, color, opacity);
  }
}

void Canvas::text(Vec2d top_left, double height, std::string_view text, Color color) {
  if (!std::isfinite(top_left.x + top_left.y + height)) return;
  std::string capitals(text);
  std::transform(capitals.begin(), capitals.end(), capitals.begin(), capital);
  const PixelRange rows = pixels(top_left.y, top_left.y + height, this->height());
  const PixelRange columns = pixels(top_left.x, top_left.x + text_width_px(text, height), width());
  constexpr int kFine = 3;  // samples per pixel along x and along y
  for (int y = rows.begin; y < rows.end; ++y) {
    for (int x = columns.begin; x < columns.end; ++x) {
      int ink = 0;
      for (int s = 0; s < kFine * kFine; ++s) {
        const int column = s % kFine, row = s / kFine;
        // has_ink() counts in letter heights, from the lower left corner upwards.
        const double u = (x + (column + 0.5) / kFine - top_left.x) / height;
        const double v = 1 - (y + (row + 0.5) / kFine - top_left.y) / height;
        ink += has_ink(capitals, static_cast<float>(u), static_cast<float>(v));
      }
      if (ink > 0) blend(x, y, color, static_cast<double>(ink) / (kFine * kFine));
    }
  }
}

void Canvas::paste(const Image& image, int x, int y) {
  GS_EXPECT(image.channels == 3 && image.bytes_per_sample == 1);
  const int left = std::max(x, 0), right = std::min(x + image.width, width());
  if (left >= right) return;
  for (int row = std::max(y, 0); row < std::min(y + image.height, height()); ++row) {
    const uint8_t* from = image.row(row - y) + static_cast<std::size_t>(3 * (left - x));
    std::copy_n(from, 3 * (right - left), image_.row(row) + static_cast<std::size_t>(3 * left));
  }
}

}  // namespace gs::assets
