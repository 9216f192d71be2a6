// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/image/contact_sheet.h"

#include <algorithm>

namespace gs::assets {

Image contact_sheet(std::span<const Image> images, const SheetLayout& layout) {
  GS_EXPECT(layout.across >= 1 && layout.gap >= 0);
  struct Position {
    int left, top;
  };
  std::vector<Position> positions;
  int width = 1, height = 1, left = 0, top = 0;
  for (std::size_t i = 0; i < images.size(); ++i) {
    // A new row begins below the highest image so far.
    if (i > 0 && i % static_cast<std::size_t>(layout.across) == 0) left = 0, top = height + layout.gap;
    positions.push_back({left, top});
    width = std::max(width, left + images[i].width), height = std::max(height, top + images[i].height);
    left += images[i].width + layout.gap;
  }
  Canvas sheet(width, height, layout.background);
  for (std::size_t i = 0; i < images.size(); ++i) sheet.paste(images[i], positions[i].left, positions[i].top);
  return std::move(sheet).image();
}

}  // namespace gs::assets
