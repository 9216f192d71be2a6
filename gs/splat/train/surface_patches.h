// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The surfaces that points were measured on. Many sweeps put points closer together than they are exact, so that the
// nearest neighbours of a point say nothing about a plane: here they are averaged first.
#pragma once

#include <vector>

#include "gs/splat/train/initialise.h"

namespace gs {

// A small plane around the mean of the points in a cube.
struct SurfacePatch {
  Vec3f point{};
  Vec3f normal{0, 0, 1};
  bool flat = false;  // whether there is a plane at all
};

// The patch of every point, in cubes of this side.
std::vector<SurfacePatch> surface_patches(const std::vector<ColoredPoint>& points, float side_m);

// Where a ray (unit direction) meets the plane; less than 0 where it does not, or runs along it.
double range_to(const SurfacePatch& patch, Vec3d origin, Vec3d direction);

}  // namespace gs
