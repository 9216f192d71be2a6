// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sky loss of one pixel, shared by host and device code; see geometry_loss.h.
#pragma once

#include "gs/core/numbers/math.h"

namespace gs::splat::train {

// Loss max(0, 1 - D s / far) of a sky pixel and its derivative with respect to D. D is the sum of weight times depth, s
// the factor distance_per_depth() of the pixel.
struct SkyTerm {
  float missing = 0, by_depth = 0;
};
// depth_sum = D [m], stretch = s, inverse_far = 1 / far [1/m].
GS_HD inline SkyTerm sky_term(float depth_sum, float stretch, float inverse_far) {
  const float missing = 1.0f - depth_sum * stretch * inverse_far;
  if (!(missing > 0.0f)) return {};
  return {missing, -stretch * inverse_far};
}

}  // namespace gs::splat::train
