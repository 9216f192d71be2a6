// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/density/density_statistics.h"

#include <cmath>

#include "gs/core/parallel.h"

namespace gs::splat::train {

void add_density_statistics(DensityStatistics& statistics, const SplatGradPlanes& seen, std::size_t gaussians,
                            int width, int height) {
  statistics.pull.resize(gaussians, 0.0f);
  statistics.count.resize(gaussians, 0.0f);
  const float *x = seen.plane[SplatGradPlanes::center_x], *y = seen.plane[SplatGradPlanes::center_y];
  const float* opacity = seen.plane[SplatGradPlanes::opacity];
  // Gradients per pixel become gradients per half image size, so that the threshold does not depend on resolution.
  const float sx = 0.5f * static_cast<float>(width), sy = 0.5f * static_cast<float>(height);
  parallel_for(gaussians, [&](std::size_t i) {
    // All gradients zero: the image does not show this Gaussian.
    if (opacity[i] == 0 && x[i] == 0 && y[i] == 0) return;
    statistics.pull[i] += std::sqrt(x[i] * sx * x[i] * sx + y[i] * sy * y[i] * sy);
    statistics.count[i] += 1;
  });
}

}  // namespace gs::splat::train
