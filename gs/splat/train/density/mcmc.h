// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Density control by Markov chain Monte Carlo (Kheradmand et al. 2024, "3D Gaussian Splatting as Markov Chain Monte
// Carlo"): nearly transparent ("dead") Gaussians are relocated to opaque ones, their number grows to a cap, and
// positions receive noise so that faint Gaussians explore.
//
// Two differences from the paper. Only Gaussians seen in the step receive noise: on a drive most of them are out of
// sight most of the time, and would drift away without an image to correct them. And if the state has density
// statistics, Gaussians are copied in proportion to opacity times image gradient, so that detailed regions receive more
// of them than plain walls.
#pragma once

#include <cstdint>

#include "gs/core/result.h"
#include "gs/splat/planes/splat_grad_planes.h"
#include "gs/splat/train/density/mcmc_kernel.h"
#include "gs/splat/train/state.h"

namespace gs::splat::train {

// Options of one refinement.
struct McmcOptions {
  uint64_t seed = 42;
  std::size_t max_gaussians = 1'000'000;
  double dead_opacity = 0.005;  // Gaussians at or below this opacity are dead
  double growth = 0.05;         // relative growth of the number of Gaussians per call
};
// Number of Gaussians after one refinement of `before` Gaussians.
std::size_t mcmc_grown_size(std::size_t before, const McmcOptions& options);
// Number of Gaussians that one refinement relocated and added.
struct McmcChange {
  std::size_t relocated = 0, added = 0;
};
// Relocates dead and non-finite Gaussians to living ones, then adds new ones in the same way. Clears the Adam moments
// of all touched Gaussians and the density statistics. Errors: out of memory.
Result<McmcChange> mcmc_refine(TrainingState& state, const McmcOptions& options);

// Adds noise to the positions of the Gaussians that this step's backward pass saw (`seen`: non-zero opacity gradient).
void add_mcmc_noise(const MutableCloudView& cloud, const SplatGradPlanes& seen, const McmcNoise& noise);

}  // namespace gs::splat::train
