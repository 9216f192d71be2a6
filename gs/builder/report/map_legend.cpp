// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/report/map_legend.h"

#include <algorithm>
#include <cmath>

#include "gs/assets/image/color_map.h"
#include "gs/assets/image/lettering.h"
#include "gs/core/format.h"

namespace gs::builder {
namespace {

constexpr double kBarField = 10;                          // [m] field of the scale bar
constexpr int kLegendMargin = 16, kGap = 28, kSpace = 8;  // [px]
constexpr int kLine = 28, kLetters = 14, kField = 28, kRamp = 120;

constexpr assets::Color kInk{0.1f, 0.1f, 0.1f}, kLegendWhite{1, 1, 1};

// Width of a text in the letters of the legend [px].
int width_of(const std::string& text) { return static_cast<int>(std::ceil(assets::text_width(text) * kLetters)); }

// A legend item with its box; is_bar: the scale bar, whose colours are fields instead of a ramp.
struct Entry {
  LegendItem item;
  int box = kField;
  bool is_bar = false;

  int width() const { return words(item.before) + box + words(item.after); }
  static int words(const std::string& text) { return text.empty() ? 0 : width_of(text) + kSpace; }
};

// Colour of column x of the box [px]. Fields of the scale bar have constant colours; ramps are interpolated.
assets::Color color_in_box(const Entry& entry, int x) {
  const auto& colors = entry.item.colors;
  if (entry.is_bar) return colors[static_cast<std::size_t>(x * static_cast<int>(colors.size()) / entry.box)];
  return assets::color_at(colors, static_cast<double>(x) / entry.box);
}

// Text, box with a border, text.
void draw(assets::Canvas& canvas, int left, int top, const Entry& entry) {
  const auto write = [&](int x, const std::string& text) {
    if (!text.empty()) canvas.text({static_cast<double>(x), static_cast<double>(top)}, kLetters, text, kInk);
  };
  write(left, entry.item.before);
  left += Entry::words(entry.item.before);
  canvas.rectangle(left, top, entry.box, kLetters, kInk);
  for (int x = 1; x < entry.box - 1; ++x) canvas.rectangle(left + x, top + 1, 1, kLetters - 2, color_in_box(entry, x));
  write(left + entry.box + kSpace, entry.item.after);
}

// Scale bar of 1 to 5 fields, about a third of the image wide.
Entry scale_bar(int width, double pixels_per_m) {
  const int fields = std::clamp(static_cast<int>(width / pixels_per_m / 3 / kBarField), 1, 5);
  Entry bar{.item = {{}, "0", format("{:.0f} M", fields * kBarField)}, .is_bar = true};
  bar.box = std::max(fields, static_cast<int>(std::lround(fields * kBarField * pixels_per_m)));
  for (int i = 0; i < fields; ++i) bar.item.colors.push_back(i % 2 == 0 ? kInk : kLegendWhite);
  return bar;
}

}  // namespace

assets::Image with_legend(const assets::Image& image, double pixels_per_m, const std::vector<LegendItem>& items) {
  std::vector<Entry> entries{scale_bar(image.width, pixels_per_m)};
  for (const LegendItem& item : items) entries.push_back({item, item.colors.size() > 1 ? kRamp : kField});
  // Place entries from left to right and wrap lines at the image width.
  struct Place {
    int left, line;
  };
  std::vector<Place> places;
  int left = kLegendMargin, line = 0;
  for (const Entry& entry : entries) {
    if (left > kLegendMargin && left + entry.width() > image.width - kLegendMargin) left = kLegendMargin, ++line;
    places.push_back({left, line});
    left += entry.width() + kGap;
  }
  assets::Canvas canvas(image.width, image.height + kLine * (line + 1), kLegendWhite);
  canvas.paste(image, 0, 0);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    draw(canvas, places[i].left, image.height + kLine * places[i].line, entries[i]);
  }
  return std::move(canvas).image();
}

}  // namespace gs::builder
