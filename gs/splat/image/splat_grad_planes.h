// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gradients on the image plane, before they go back through the lens.
#pragma once

namespace gs {

// dL/d(splat) of every Gaussian, zero where it was not seen. [N] each, padded to 16 floats.
struct SplatGradPlanes {
  enum Plane { center_x, center_y, conic_a, conic_b, conic_c, opacity, depth, red, green, blue, kCount };
  const float* plane[kCount];
};

}  // namespace gs
