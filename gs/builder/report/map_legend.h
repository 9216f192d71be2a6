// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Adds a strip with scale bar and legend below an image of a map.
#pragma once

#include <string>
#include <vector>

#include "gs/assets/image/canvas.h"

namespace gs::builder {

// One entry of the legend.
struct LegendItem {
  std::vector<assets::Color> colors;  // one: a box of this colour; more: a colour ramp
  std::string before{}, after{};      // text to the left and right of the colours
};

// Returns the image (8-bit RGB) with a scale bar in fields of 10 m and the items below it, in as many lines as needed.
assets::Image with_legend(const assets::Image& image, double pixels_per_m, const std::vector<LegendItem>& items);

}  // namespace gs::builder
