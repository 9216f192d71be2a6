// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Grid of windows on a facade, shared by geometry (sills, balconies) and texture (glass, frames), which must agree.
#pragma once

#include <algorithm>

namespace gs::synth::street {

// Layout of one facade. Lengths in metres.
struct FacadeGrid {
  static constexpr float kFloor = 3.1f;       // height of a storey
  static constexpr float kWindowLow = 0.85f;  // above the storey's floor
  static constexpr float kWindowHigh = 2.45f;
  static constexpr float kWindowShare = 0.44f;  // width of a window / width of its column
  int columns;
  float cell;  // width of a column

  explicit FacadeGrid(float width)
      : columns(std::max(1, static_cast<int>(width / 2.5f))), cell(width / static_cast<float>(columns)) {}
};

}  // namespace gs::synth::street
