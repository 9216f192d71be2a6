// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Images as kernels see them: planes of floats, row by row without padding, in the memory of whoever renders. Planes
// that are not wanted are null.
#pragma once

#include <cstddef>

namespace gs {

template <class Float>
struct BasicPlanes {
  int width = 0, height = 0;
  Float* color[3] = {};           // without background, so already multiplied by alpha
  Float* alpha = nullptr;         // coverage: 1 - transmittance
  Float* depth = nullptr;         // sum of weight * depth: divided by alpha it is the expected depth [m]
  Float* median_depth = nullptr;  // where the transmittance passes 1/2; 0 where it does not [m]
};
using Planes = BasicPlanes<float>;
using ConstPlanes = BasicPlanes<const float>;

inline ConstPlanes as_const(const Planes& p) {
  return {p.width, p.height, {p.color[0], p.color[1], p.color[2]}, p.alpha, p.depth, p.median_depth};
}

}  // namespace gs
