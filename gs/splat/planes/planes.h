// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Images as planes of floats, row by row without padding, in host or device memory. Planes that are not needed are
// null.
#pragma once

#include <cstddef>

namespace gs::splat {

// Pointers to the planes of one image; does not own them.
template <class Float>
struct BasicPlanes {
  int width = 0, height = 0;
  Float* color[3] = {};           // premultiplied by alpha, without background
  Float* alpha = nullptr;         // coverage = 1 - transmittance
  Float* depth = nullptr;         // sum of weight * depth [m]; divided by alpha it is the expected depth
  Float* median_depth = nullptr;  // depth at which the transmittance passes 1/2 [m]; 0 if it does not
  Float* instance = nullptr;      // 1 + index of the instance whose splat does that; 0: the cloud, or none
};
using Planes = BasicPlanes<float>;
using ConstPlanes = BasicPlanes<const float>;

// The same planes, read-only.
inline ConstPlanes as_const(const Planes& p) {
  return {p.width, p.height, {p.color[0], p.color[1], p.color[2]}, p.alpha, p.depth, p.median_depth, p.instance};
}

}  // namespace gs::splat
