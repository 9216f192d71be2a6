// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The cloud a run starts from: coloured points, seeds where no point is, and the sky.
#pragma once

#include "gs/splat/train/data.h"
#include "gs/splat/train/initialise.h"
#include "gs/splat/train/options.h"
#include "gs/splat/train/surface_patches.h"

namespace gs {

// Points on rays of pixels that no point covers, coloured as the pixel: facades above the LiDAR, or everything when
// there is no LiDAR. They lie in the plane of the wall below in the same column of the image, or about as far away as
// what else is below; without any points there, log-uniform from 3 m to 80 m. Pixels that are sky, or that look like it
// where nobody says, and pixels left out have none.
std::vector<ColoredPoint> seed_points(const TrainingData& data, const std::vector<SurfacePatch>& patches,
                                      std::size_t count, uint64_t seed);

// A dome around the cameras, outside most points, in the colours the images have there.
Result<GaussianCloud> sky_cloud(const TrainingData& data, std::size_t gaussians, int sh_degree);
// Radius of that dome [m]: twice the distance of most points, 50 to 450 m, and so large that no camera is nearer to the
// dome than half of it. That half is where the sky begins (TrainingPlan::sky_far_m).
double sky_radius_m(const TrainingData& data);
// Beyond what a camera inside a dome of this radius sees of it [m]; at least the usual far plane.
double far_plane_m(double dome_radius_m);

// At most max_gaussians; no more than a share of it where the strategy adds its own. No point and no image is
// invalid_data.
Result<GaussianCloud> starting_cloud(const TrainingData& data, const TrainingOptions& options);

}  // namespace gs
