// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Many images on one sheet.
#pragma once

#include <span>

#include "gs/assets/image/canvas.h"

namespace gs::assets {

// Arrangement of the images of a sheet.
struct SheetLayout {
  int across = 1;  // images per row, at least 1
  int gap = 0;     // [px] between images and between rows
  Color background{1, 1, 1};
};

// Places 8-bit RGB images row by row from the upper left. Images of a row stand side by side, aligned at the top, and a
// row is as high as its highest image, so that rows with different widths need not align. Without images: one pixel of
// background.
Image contact_sheet(std::span<const Image> images, const SheetLayout& layout);

}  // namespace gs::assets
