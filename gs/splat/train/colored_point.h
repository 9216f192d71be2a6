// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A point of the map with its colour; kept apart so that training data needs no algorithm.
#pragma once

#include <cstdint>

#include "gs/geometry/vec.h"

namespace gs::splat::train {

// A point of the map with its colour.
struct ColoredPoint {
  Vec3f position{};  // in map [m]
  uint8_t red = 128, green = 128, blue = 128;
};

}  // namespace gs::splat::train
