// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Where training begins: a faint Gaussian on every coloured point, and a dome of large ones for the sky.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gs/core/result.h"
#include "gs/geometry/vec.h"
#include "gs/splat/model/cloud.h"

namespace gs {

struct ColoredPoint {
  Vec3f position{};  // in map [m]
  uint8_t red = 128, green = 128, blue = 128;
};

struct InitialCloudOptions {
  int sh_degree = 3;
  double opacity = 0.1;
  double scale = 1.0;                    // factor on the standard deviations
  bool flat = false;                     // discs on the surface that neighbours form, where they form one
  std::size_t max_gaussians = SIZE_MAX;  // of more points a random choice is taken
  uint64_t seed = 42;
};

// Leaves a random choice of `count` points, in their order. With weights, a point is as likely to stay as its weight
// says (Efraimidis & Spirakis 2006).
void thin_points(std::vector<ColoredPoint>& points, std::size_t count, uint64_t seed,
                 std::span<const float> weights = {});

// Standard deviation: mean distance to the three nearest points, at most ten times its median, times `scale`. Points
// that are not finite are left out; none left: invalid_data.
Result<GaussianCloud> initial_cloud(std::span<const ColoredPoint> points, const InitialCloudOptions& options);

struct SkyDomeOptions {
  std::size_t gaussians = 2000;
  int sh_degree = 3;
  double opacity = 0.5;
  Vec3f center{};           // in map [m]
  double radius_m = 300.0;  // inside the far plane
  Vec3f color{0.7f, 0.75f, 0.8f};
};

// Evenly spread over the half of a sphere above the horizon (map z is up) and a little below.
Result<GaussianCloud> sky_dome(const SkyDomeOptions& options);

// The Gaussians of a, then those of b. Both have the same SH degree.
Result<GaussianCloud> concatenate(CloudView a, CloudView b);

}  // namespace gs
