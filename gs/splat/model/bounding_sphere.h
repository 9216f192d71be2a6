// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Sphere around Gaussians, with which groups of them are left out of an image together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/splat/model/cloud_view.h"

namespace gs::splat {

// A sphere in the frame of a cloud.
struct BoundingSphere {
  Vec3f center{};    // [m]
  float radius = 0;  // [m]
};

// Sphere that contains the visible extent of the Gaussians with these indices, which must be usable.
BoundingSphere bounding_sphere(CloudView cloud, std::span<const uint32_t> gaussians);

// True if all values of the geometry of Gaussian i are finite and its rotation can be normalised; others are never
// rendered.
bool is_usable(CloudView cloud, std::size_t i);
// Indices of the usable Gaussians, ascending.
std::vector<uint32_t> usable_gaussians(CloudView cloud);

}  // namespace gs::splat
