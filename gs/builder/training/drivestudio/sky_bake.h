// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Converts the sky of DriveStudio, a cube map, into Gaussians on a distant dome, because a world bundle has no cube
// map.
#pragma once

#include "gs/assets/torch/torch_gaussians.h"
#include "gs/geometry/rigid.h"
#include "gs/splat/model/cloud.h"

namespace gs::builder {

// Colour of the cube map in a direction, in OpenGL's convention; the direction need not have unit length.
Vec3f cube_color(const assets::CubeMap& cube, Vec3d direction);

// Returns the cloud (in map) with a dome of `gaussians` Gaussians around it, coloured by the cube map. Without a sky it
// is a copy of the cloud.
Result<splat::GaussianCloud> with_sky(const splat::GaussianCloud& cloud, const assets::CubeMap& cube,
                                      const Rigid3d& map_from_world, std::size_t gaussians = 12'000);

}  // namespace gs::builder
