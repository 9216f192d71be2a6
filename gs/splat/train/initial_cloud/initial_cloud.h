// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The cloud a run starts from: coloured points, seeds where no point is, and the sky dome.
#pragma once

#include "gs/splat/train/initial_cloud/point_gaussians.h"
#include "gs/splat/train/initial_cloud/surface_patches.h"
#include "gs/splat/train/options.h"
#include "gs/splat/train/training_data.h"

namespace gs::splat::train {

// Seeds at pixels that no point covers, in the colour of the pixel: facades above the LiDAR, or the whole image without
// LiDAR. At most `count`. Depth of a seed: the plane of the wall below it in the same image column, else about the
// range of the point below; without any point below, log-uniform from 3 m to 80 m. Masked pixels and sky get no seed;
// without a sky mask, sky is guessed by colour. `patches` are those of data.points.
std::vector<ColoredPoint> seed_points(const TrainingData& data, const std::vector<SurfacePatch>& patches,
                                      std::size_t count, uint64_t seed);

// Sky dome around the cameras, outside most points, coloured by the images.
Result<GaussianCloud> sky_cloud(const TrainingData& data, std::size_t gaussians, int sh_degree);
// Radius of the sky dome [m]: data.sky_dome if given; else twice the 95th percentile of the point distances, clamped to
// 50..450 m, but large enough that every camera is at least half a radius away from the dome. That half is where the
// sky begins (TrainingPlan::sky_far_m).
double sky_radius_m(const TrainingData& data);
// Far plane that contains the whole dome seen from any camera inside it [m]; at least the default far plane.
double far_plane_m(double dome_radius_m);

// The initial cloud: at most max_gaussians, or initial_share of it if the strategy adds Gaussians. Errors: invalid_data
// without any point and image to start from.
Result<GaussianCloud> starting_cloud(const TrainingData& data, const TrainingOptions& options);

}  // namespace gs::splat::train
