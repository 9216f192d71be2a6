// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// LiDAR rays against splats: the depth behind which less than half the light is left, looked up in four pictures that
// together see all around. Good for vegetation and thin structure; meshes and heightmaps give crisper edges.
#pragma once

#include <span>

#include "gs/core/result.h"
#include "gs/raycast/ray.h"
#include "gs/splat/rasterizer.h"

namespace gs::sim {

struct GaussianCastSettings {
  double resolution_rad = 0.0035;  // between neighbouring rays; the pictures are as fine
  double max_elevation_rad = 0.6;  // of any ray, at most about 1.2
  double max_range_m = 200;
};

// Distances along the rays, infinity where nothing is hit. Each picture is taken from the mean origin of the rays that
// look into it, and ranges are corrected for what a ray's own origin is ahead of that: the sensor may move during the
// sweep by a fraction of the distance to what it sees. `origin` is what ray origins are relative to.
Result<void> cast_gaussians(Rasterizer& rasterizer, const RenderSettings& look, const GaussianCastSettings& settings,
                            Vec3d origin, std::span<const Ray> rays, std::span<float> distances);

}  // namespace gs::sim
