// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ground truth that follows from a rendered image: depth along the optical axis, and the motion of the image.
//
// Both start from the planes median_depth and instance of the rasterizer: the point at which the light of a pixel falls
// below one half, and the instance that it belongs to. Pixels without such a point (sky, thin splats) are NaN.
#pragma once

#include <span>
#include <vector>

#include "gs/splat/api/rasterizer.h"

namespace gs::render {

// Depth along the optical axis [m], [height, width], from the plane median_depth, which holds distances for a fisheye
// camera. `rays` are those of pixel_rays(camera) (splat/planes/rays.h). NaN where there is no depth, also for
// directions at 90 degrees and more from the axis.
std::vector<float> axial_depth(const CameraD& camera, std::span<const Vec3f> rays, std::span<const float> median_depth);

// Motion of every pixel's point since an earlier image of the same camera: its pixel now minus its pixel then, (u, v)
// to the right and down [px], [height, width, 2]. The point moves with its instance and is seen by both cameras at the
// time of its line. `image` has the planes median_depth and instance of the view `now`; `before` shows the same
// instances in the same order. NaN without depth, where the earlier camera cannot see the point, and for an instance
// whose pose in `before` is not finite. The earlier pixel may lie outside of the image.
std::vector<float> image_motion(const splat::SplatImage& image, std::span<const Vec3f> rays,
                                const splat::RenderView& now, const splat::RenderView& before);

}  // namespace gs::render
