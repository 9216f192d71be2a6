// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Casts LiDAR rays against Gaussians. The distance is the median depth (where transmittance falls below one half), read
// from four depth images that together cover 360 degrees. Good for vegetation and thin structures; mesh and heightmap
// give sharper edges.
#pragma once

#include <span>

#include "gs/core/result.h"
#include "gs/raycast/api/ray.h"
#include "gs/splat/api/rasterizer.h"

namespace gs::sim {

// Size and range of the four depth images.
struct GaussianCastSettings {
  double resolution_rad = 0.0035;  // angle between neighbouring rays, and about the angle of a pixel
  double max_elevation_rad = 0.6;  // largest |elevation| of a ray, at most about 1.2
  double max_range_m = 200;
};

// Writes the distance [m] along each ray to `distances` (same size as `rays`), infinity without a hit. Ray origins are
// relative to `origin` (in map). Each depth image is rendered from the mean origin of its rays, and the distance is
// corrected for the offset of each ray's own origin along the ray; this is accurate while the sensor moves little
// compared with the distance it measures. Errors: those of the rasterizer.
Result<void> cast_gaussians(splat::Rasterizer& rasterizer, const splat::RenderSettings& look,
                            const GaussianCastSettings& settings, Vec3d origin, std::span<const raycast::Ray> rays,
                            std::span<float> distances);

}  // namespace gs::sim
