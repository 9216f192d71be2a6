// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The grid of windows on a facade: geometry (sills) and texture (glass, frames) must agree on it.
#pragma once

#include <algorithm>

namespace gs::street {

struct FacadeGrid {
  static constexpr float kFloor = 3.1f;       // height of a storey
  static constexpr float kWindowLow = 0.85f;  // above the storey's floor
  static constexpr float kWindowHigh = 2.45f;
  static constexpr float kWindowShare = 0.44f;  // of the cell's width
  int columns;
  float cell;  // width of a column

  explicit FacadeGrid(float width)
      : columns(std::max(1, static_cast<int>(width / 2.5f))), cell(width / static_cast<float>(columns)) {}
};

}  // namespace gs::street
