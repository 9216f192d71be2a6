// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Mirror image of the Gaussians of an actor across its x-z plane, for kernels. All parameters only change signs, so
// that mirroring twice changes no bit, and Adam commutes with it (the first moments change their signs, too).
#pragma once

#include <cmath>
#include <cstddef>

#include "gs/splat/model/cloud_view.h"

namespace gs::splat::train {

// True if the basis function `k` of sh_basis() changes its sign under y -> -y.
GS_HD inline bool is_odd_in_y(int k) {
  constexpr unsigned kOdd = 1u << 1 | 1u << 4 | 1u << 5 | 1u << 9 | 1u << 10 | 1u << 11;
  return (kOdd >> k & 1u) != 0;
}

// Mirrors the Gaussian i, or its first moments: mean (x, -y, z), rotation M R M, SH by their parity.
GS_HD inline void mirror_gaussian(const MutableCloudView& cloud, std::size_t i) {
  cloud.position[1][i] = -cloud.position[1][i];
  cloud.rotation[0][i] = -cloud.rotation[0][i];
  cloud.rotation[2][i] = -cloud.rotation[2][i];
  const int coefficients = cloud.coefficients();
  float* const sh = cloud.sh_of(i);
  for (int k = 1; k < coefficients; ++k) {
    if (!is_odd_in_y(k)) continue;
    for (int c = 0; c < 3; ++c) sh[c * coefficients + k] = -sh[c * coefficients + k];
  }
}

// The part of an actor that learns from its mirror image: the hidden half without front and back, which images show
// from the seen side as well.
struct MirrorGate {
  float half_length_m = 0, half_width_m = 0;
  float side = 0;  // sign of y of the hidden half; 0: nothing is hidden, and everything learns
};

// Whether a Gaussian of the mirrored actor at `p` learns.
GS_HD inline bool learns_mirrored(const MirrorGate& gate, Vec3f p) {
  if (gate.side == 0) return true;
  const float to_side = gate.half_width_m - std::abs(p.y), to_end = gate.half_length_m - std::abs(p.x);
  return p.y * gate.side < 0 && to_side < to_end;
}

}  // namespace gs::splat::train
