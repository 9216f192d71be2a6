// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Moves a cloud into another frame: positions, rotations, scales, and the colours that depend on the direction.
#pragma once

#include "gs/geometry/rigid.h"
#include "gs/splat/model/cloud_view.h"

namespace gs {

// Points go to target_from_source * (scale * p). Harmonics are turned with the rotation, so that a view moved along
// shows the same picture. Element-wise and parallel: the same bits whatever the number of threads.
void transform(const MutableCloudView& cloud, const Rigid3d& target_from_source, double scale = 1);

// D with sum_k (D c)_k Y_k(R d) = sum_j c_j Y_j(d) for every direction d: 16 x 16, in blocks of 1, 3, 5 and 7.
struct ShRotation {
  double d[16][16]{};
};
ShRotation sh_rotation(const Quaterniond& rotation);

}  // namespace gs
