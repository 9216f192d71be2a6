// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The loss of one sky pixel, for host and device; see geometry_loss.h.
#pragma once

#include "gs/core/math.h"

namespace gs {

// max(0, 1 - D s / far) with D the sum of weight times depth and s = distance_per_depth() of the pixel, and its
// derivative by D.
struct SkyTerm {
  float missing = 0, by_depth = 0;
};
GS_HD inline SkyTerm sky_term(float depth_sum, float stretch, float inverse_far) {
  const float missing = 1.0f - depth_sum * stretch * inverse_far;
  if (!(missing > 0.0f)) return {};
  return {missing, -stretch * inverse_far};
}

}  // namespace gs
