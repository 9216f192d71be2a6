// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The published sensor set-up of the KITTI car (Geiger et al. 2013).
#pragma once

#include "gs/geometry/vec.h"

namespace gs::importers::kitti {

// The LiDAR in base_link [m]: on the centre line, 0.76 m in front of the rear axle and 1.73 m above the ground.
inline constexpr Vec3d kLidarInBase{0.76, 0.0, 1.73};

}  // namespace gs::importers::kitti
