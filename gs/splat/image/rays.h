// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The direction every pixel of a camera looks in, computed once: the sky needs it for every frame.
#pragma once

#include <vector>

#include "gs/geometry/camera.h"

namespace gs {

// Unit vectors in the camera's axes, [height, width]; (0, 0, 0) where no direction maps to the pixel.
std::vector<Vec3f> pixel_rays(const CameraD& camera);

// True if both cameras see the same directions.
bool same_camera(const CameraD& a, const CameraD& b);

}  // namespace gs
