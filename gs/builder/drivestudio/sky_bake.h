// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The sky of DriveStudio, a cube of pictures, as Gaussians on a far dome: what a world can keep of it.
#pragma once

#include "gs/assets/torch/torch_gaussians.h"
#include "gs/geometry/rigid.h"
#include "gs/splat/model/cloud.h"

namespace gs {

// The colour in a direction of OpenGL's cube maps (need not have unit length).
Vec3f cube_color(const CubeMap& cube, Vec3d direction);

// The cloud, which is in map already, and a dome around it with the colours of the cube.
Result<GaussianCloud> with_sky(const GaussianCloud& cloud, const CubeMap& cube, const Rigid3d& map_from_world,
                               std::size_t gaussians = 12'000);

}  // namespace gs
