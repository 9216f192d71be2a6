// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The grid of windows on a facade: geometry (sills) and texture (glass, frames) must agree on it.
#pragma once

#include <cmath>

namespace gs::street {

struct FacadeGrid {
  static constexpr float kFloor = 3.1f;       // height of a storey
  static constexpr float kWindowLow = 0.85f;  // above the storey's floor
  static constexpr float kWindowHigh = 2.45f;
  static constexpr float kWindowShare = 0.44f;  // of the cell's width
  int columns;
  float cell;  // width of a column

  explicit FacadeGrid(float width)
      : columns(std::fmax(1.0f, std::floor(width / 2.5f)) >= 1
                    ? static_cast<int>(std::fmax(1.0f, std::floor(width / 2.5f)))
                    : 1),
        cell(width / static_cast<float>(columns)) {}
};

}  // namespace gs::street
