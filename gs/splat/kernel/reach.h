// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The exact test of a splat against a rectangle of pixels.
#pragma once

#include "gs/splat/kernel/blend.h"
#include "gs/splat/kernel/extent.h"

namespace gs {

// True if some point of [x0, x1] x [y0, y1] (pixel centres) can reach kMinAlpha; a little generous, because alpha_of()
// decides in the end.
GS_HD inline bool reaches(const Falloff<float>& f, Vec2f center, Vec2f low, Vec2f high) {
  const float nearest = least_distance2(-f.xx, -0.5f * f.xy, -f.yy, low.x - center.x, high.x - center.x,
                                        low.y - center.y, high.y - center.y);
  return nearest <= (f.peak - kMinExponent) * 1.001f + 1e-3f;
}

}  // namespace gs
