// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gradients with respect to splats in the image, before the backward pass through the projection.
#pragma once

namespace gs::splat {

// dL/d(splat) of every Gaussian, zero if it was not visible. Each plane is [N], padded to 16 floats.
struct SplatGradPlanes {
  enum Plane { center_x, center_y, conic_a, conic_b, conic_c, opacity, depth, red, green, blue, kCount };
  const float* plane[kCount];
};

}  // namespace gs::splat
