// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Tests whether a splat reaches a rectangle of pixels.
#pragma once

#include "gs/splat/kernel/blend.h"
#include "gs/splat/kernel/splat_ellipse.h"

namespace gs::splat {

// True if alpha can reach kMinAlpha at some point of [low, high] (pixel centres). Slightly conservative: alpha_of()
// makes the final decision for each pixel.
GS_HD inline bool reaches(const Falloff<float>& f, Vec2f center, Vec2f low, Vec2f high) {
  const float nearest = least_distance2(-f.xx, -0.5f * f.xy, -f.yy, low.x - center.x, high.x - center.x,
                                        low.y - center.y, high.y - center.y);
  return nearest <= (f.peak - kMinExponent) * 1.001f + 1e-3f;
}

}  // namespace gs::splat
