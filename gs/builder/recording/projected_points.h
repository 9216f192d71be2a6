// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A picture of LiDAR points projected into an image, for the eye to judge a calibration.
#pragma once

#include <span>

#include "gs/assets/image/image.h"
#include "gs/geometry/camera.h"
#include "gs/mapping/static_map/static_map.h"

namespace gs::builder {

// Long side of the picture [px].
inline constexpr int kProjectedSide_px = 640;

// The image, dimmed and at most kProjectedSide_px wide or high, with the visible points coloured by depth: red near,
// blue far. `image` is 8-bit RGB of the camera's size.
assets::Image draw_projected_points(const assets::Image& image, const CameraD& camera, const Rigid3d& camera_from_map,
                                    std::span<const mapping::MapPoint> points, double voxel_m);

}  // namespace gs::builder
