// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the colours of a picture from above mean and how long its metres are, in a strip below it.
#pragma once

#include <string>
#include <vector>

#include "gs/assets/image/image.h"
#include "gs/geometry/vec.h"

namespace gs {

struct LegendItem {
  std::vector<Vec3f> colours;     // one: a field of it; more: a ramp from the first to the last
  std::string before{}, after{};  // words to the left and right of the colours
};

// A bar of 10 m a field, then the items, in as many lines as it takes. RGB of 8 bits.
Image with_legend(const Image& picture, double pixels_per_m, const std::vector<LegendItem>& items);

}  // namespace gs
