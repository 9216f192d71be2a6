// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// How strongly the images pull at the centre of each Gaussian, since the last refinement: where more are needed.
#pragma once

#include <cstddef>
#include <vector>

#include "gs/splat/image/splat_grad_planes.h"

namespace gs {

// Empty: nothing was counted.
struct DensityStatistics {
  std::vector<float> pull;   // [N] sum of |dL/d(centre)|, the image being 2 wide and 2 high
  std::vector<float> count;  // [N] images that saw it

  float mean_pull(std::size_t i) const { return count[i] > 0 ? pull[i] / count[i] : 0.0f; }
};

// Adds a step's gradients; width and height of its image.
void add_density_statistics(DensityStatistics& statistics, const SplatGradPlanes& seen, std::size_t gaussians,
                            int width, int height);

}  // namespace gs
