// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Local planes of a dense LiDAR map. The map accumulates many sweeps, so neighbouring points are closer than the
// measurement noise and do not define a plane; points are therefore averaged in cubes before planes are fitted.
#pragma once

#include <vector>

#include "gs/splat/train/initial_cloud/point_gaussians.h"

namespace gs::splat::train {

// Local plane through the mean of the points in a cube, map frame.
struct SurfacePatch {
  Vec3f point{};
  Vec3f normal{0, 0, 1};
  bool flat = false;  // false: the neighbourhood is not planar
};

// The patch of every point, [points]; cubes have sides of side_m.
std::vector<SurfacePatch> surface_patches(const std::vector<ColoredPoint>& points, float side_m);

// Distance along a ray (unit direction) to the plane of the patch [m]. Negative if the plane lies behind the origin,
// the patch is not flat, or the ray is nearly parallel to it.
double range_to(const SurfacePatch& patch, Vec3d origin, Vec3d direction);

}  // namespace gs::splat::train
