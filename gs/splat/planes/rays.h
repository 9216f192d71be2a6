// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Viewing directions of all pixels of a camera, computed once and reused for the sky of every frame.
#pragma once

#include <vector>

#include "gs/geometry/camera.h"

namespace gs::splat {

// Unit vectors in camera axes, [height, width]; zero where the pixel has no viewing direction.
std::vector<Vec3f> pixel_rays(const CameraD& camera);

// True if size, camera model and intrinsics are equal, so that both have the same rays.
bool same_camera(const CameraD& a, const CameraD& b);

}  // namespace gs::splat
