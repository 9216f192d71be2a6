// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Accumulated image gradients of the Gaussian centres since the last refinement. Large values mark regions that need
// more Gaussians.
#pragma once

#include <cstddef>
#include <vector>

#include "gs/splat/planes/splat_grad_planes.h"

namespace gs::splat::train {

// Both vectors are empty until the first step, and after each refinement.
struct DensityStatistics {
  std::vector<float> pull;   // [N] sum of |dL/d(centre)|, in units where the image is 2 wide and 2 high
  std::vector<float> count;  // [N] number of images that showed the Gaussian

  // Mean gradient magnitude per image; 0 if no image showed the Gaussian.
  float mean_pull(std::size_t i) const { return count[i] > 0 ? pull[i] / count[i] : 0.0f; }
};

// Adds the splat gradients of one step; width and height are those of the step's image [px].
void add_density_statistics(DensityStatistics& statistics, const SplatGradPlanes& seen, std::size_t gaussians,
                            int width, int height);

}  // namespace gs::splat::train
