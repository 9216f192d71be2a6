// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The recorded image that a loss compares with; kept apart so that training data needs no loss.
#pragma once

#include <cstdint>

namespace gs::splat::train {

// A recorded image with its mask; the pointers are borrowed.
struct TargetView {
  int width = 0, height = 0;
  const uint8_t* rgb8 = nullptr;  // [height, width, 3]
  const uint8_t* mask = nullptr;  // [height, width], 0 = ignore the pixel; null: no mask
};

}  // namespace gs::splat::train
