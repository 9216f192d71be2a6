// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Transforms a cloud to another frame: positions, rotations, scales and view-dependent colours.
#pragma once

#include "gs/geometry/rigid.h"
#include "gs/splat/model/cloud_view.h"

namespace gs::splat {

// Moves points to target_from_source * (scale * p), in place. SH coefficients are rotated too, so that a camera moved
// along renders the same image. The result does not depend on the number of threads.
void transform(const MutableCloudView& cloud, const Rigid3d& target_from_source, double scale = 1);

// Matrix D that rotates SH coefficients: sum_k (D c)_k Y_k(R d) = sum_j c_j Y_j(d) for every direction d. 16 x 16,
// block-diagonal with blocks of 1, 3, 5 and 7.
struct ShRotation {
  double d[16][16]{};
};
ShRotation sh_rotation(const Quaterniond& rotation);

}  // namespace gs::splat
