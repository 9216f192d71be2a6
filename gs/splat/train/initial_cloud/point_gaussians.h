// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Initial Gaussians: one on every coloured point, and a dome of large ones for the sky.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/core/result.h"
#include "gs/geometry/vec.h"
#include "gs/splat/model/cloud.h"
#include "gs/splat/train/colored_point.h"

namespace gs::splat::train {

// Options of initial_cloud().
struct InitialCloudOptions {
  int sh_degree = 3;
  double opacity = 0.1;
  double scale = 1.0;                    // factor on the standard deviations
  bool flat = false;                     // flat discs where the neighbours form a plane, else isotropic
  std::size_t max_gaussians = SIZE_MAX;  // if there are more points, a random subset is used
  uint64_t seed = 42;
};

// Keeps a random subset of `count` points, in their order. With weights ([points]) it is weighted sampling without
// replacement (Efraimidis & Spirakis 2006).
void thin_points(std::vector<ColoredPoint>& points, std::size_t count, uint64_t seed,
                 std::span<const float> weights = {});

// Makes one Gaussian per point. Standard deviation: mean distance to the three nearest points, at most ten times the
// median of that distance, times `scale`. Non-finite points are skipped. Errors: invalid_data if no finite point is
// left.
Result<GaussianCloud> initial_cloud(std::span<const ColoredPoint> points, const InitialCloudOptions& options);

// Options of sky_dome().
struct SkyDomeOptions {
  std::size_t gaussians = 2000;
  int sh_degree = 3;
  double opacity = 0.5;
  Vec3f center{};           // in map [m]
  double radius_m = 300.0;  // must lie inside the far plane
  Vec3f color{0.7f, 0.75f, 0.8f};
};

// Isotropic Gaussians on a Fibonacci lattice over the upper half sphere (map z is up) and down to 3 degrees below the
// horizon.
Result<GaussianCloud> sky_dome(const SkyDomeOptions& options);

// The Gaussians of a, then those of b. Both must have the same SH degree (checked).
Result<GaussianCloud> concatenate(CloudView a, CloudView b);

}  // namespace gs::splat::train
