// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/map_legend.h"

#include <algorithm>
#include <cmath>

#include "gs/assets/image/lettering.h"
#include "gs/core/format.h"

namespace gs {
namespace {

constexpr double kBarField = 10;                    // [m] field of the scale bar
constexpr int kMargin = 16, kGap = 28, kSpace = 8;  // [px]
constexpr int kLine = 28, kLetters = 14, kField = 28, kRamp = 120;

void put(Image& image, int x, int y, Vec3f colour) {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;
  uint8_t* pixel = image.row(y) + 3 * x;
  const float values[3] = {colour.x, colour.y, colour.z};
  for (int c = 0; c < 3; ++c) pixel[c] = static_cast<uint8_t>(std::clamp(255 * values[c] + 0.5f, 0.f, 255.f));
}

int width_of(const std::string& text) { return static_cast<int>(std::ceil(text_width(text) * kLetters)); }

// Draws text with the built-in font, kLetters pixels high.
void write(Image& image, int left, int top, const std::string& text) {
  for (int y = 0; y < kLetters; ++y) {
    for (int x = 0; x < width_of(text); ++x) {
      const float across = (static_cast<float>(x) + 0.5f) / kLetters;
      const float up = 1 - (static_cast<float>(y) + 0.5f) / kLetters;
      if (has_ink(text, across, up)) put(image, left + x, top + y, {0.1f, 0.1f, 0.1f});
    }
  }
}

// A legend item with its box; is_bar: the scale bar, whose colours are fields instead of a ramp.
struct Entry {
  LegendItem item;
  int box = kField;
  bool is_bar = false;

  int width() const { return words(item.before) + box + words(item.after); }
  static int words(const std::string& text) { return text.empty() ? 0 : width_of(text) + kSpace; }
};

// Fields of the scale bar have constant colours; ramps are interpolated.
Vec3f colour_at(const Entry& entry, int x) {
  const auto& colours = entry.item.colours;
  if (entry.is_bar) return colours[static_cast<std::size_t>(x * static_cast<int>(colours.size()) / entry.box)];
  const double at = static_cast<double>(x) / entry.box * static_cast<double>(colours.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(at), colours.size() - 1);
  const auto f = static_cast<float>(at - static_cast<double>(low));
  return colours[low] * (1 - f) + colours[std::min(low + 1, colours.size() - 1)] * f;
}

// Text, box with a border, text.
void draw(Image& image, int left, int top, const Entry& entry) {
  if (!entry.item.before.empty()) write(image, left, top, entry.item.before);
  left += Entry::words(entry.item.before);
  for (int x = 0; x < entry.box; ++x) {
    for (int y = 0; y < kLetters; ++y) {
      const bool border = y == 0 || y == kLetters - 1 || x == 0 || x == entry.box - 1;
      put(image, left + x, top + y, border ? Vec3f{0.1f, 0.1f, 0.1f} : colour_at(entry, x));
    }
  }
  if (!entry.item.after.empty()) write(image, left + entry.box + kSpace, top, entry.item.after);
}

// Scale bar of 1 to 5 fields, about a third of the image wide.
Entry scale_bar(int width, double pixels_per_m) {
  const int fields = std::clamp(static_cast<int>(width / pixels_per_m / 3 / kBarField), 1, 5);
  Entry bar{.item = {{}, "0", format("{:.0f} M", fields * kBarField)}, .is_bar = true};
  bar.box = std::max(fields, static_cast<int>(std::lround(fields * kBarField * pixels_per_m)));
  for (int i = 0; i < fields; ++i) bar.item.colours.push_back(i % 2 == 0 ? Vec3f{0.1f, 0.1f, 0.1f} : Vec3f{1, 1, 1});
  return bar;
}

}  // namespace

Image with_legend(const Image& picture, double pixels_per_m, const std::vector<LegendItem>& items) {
  std::vector<Entry> entries{scale_bar(picture.width, pixels_per_m)};
  for (const LegendItem& item : items) entries.push_back({item, item.colours.size() > 1 ? kRamp : kField});
  // Place entries from left to right and wrap lines at the image width.
  struct Place {
    int left, line;
  };
  std::vector<Place> places;
  int left = kMargin, line = 0;
  for (const Entry& entry : entries) {
    if (left > kMargin && left + entry.width() > picture.width - kMargin) left = kMargin, ++line;
    places.push_back({left, line});
    left += entry.width() + kGap;
  }
  Image out = Image::make(picture.width, picture.height + kLine * (line + 1), 3);
  std::ranges::fill(out.data, uint8_t{255});
  std::ranges::copy(picture.data, out.data.begin());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    draw(out, places[i].left, picture.height + kLine * places[i].line, entries[i]);
  }
  return out;
}

}  // namespace gs
