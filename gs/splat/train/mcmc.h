// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians as samples (Kheradmand et al. 2024, "3D Gaussian Splatting as Markov Chain Monte Carlo"): faint ones move
// to where opaque ones are, their number grows to a cap, and positions get noise so that faint ones explore.
//
// We differ in two things. Noise goes only to Gaussians seen in the step: on a drive most are out of sight most of the
// time, and would walk away with nothing to call them back. And where the state has statistics, Gaussians are copied in
// proportion to opacity times the pull of the images: detail calls for more of them, plain walls do not.
#pragma once

#include <cstdint>

#include "gs/core/result.h"
#include "gs/splat/image/splat_grad_planes.h"
#include "gs/splat/train/mcmc_kernel.h"
#include "gs/splat/train/state.h"

namespace gs {

struct McmcOptions {
  uint64_t seed = 42;
  std::size_t max_gaussians = 1'000'000;
  double dead_opacity = 0.005;  // at or below: dead
  double growth = 0.05;         // of the number, per call
};
// How many there are after a call.
std::size_t mcmc_grown_size(std::size_t before, const McmcOptions& options);
struct McmcChange {
  std::size_t relocated = 0, added = 0;
};
// Dead Gaussians (and those that are not finite) go to living ones; then new ones are added the same way. The moments
// of all that were touched become zero, and statistics begin anew.
Result<McmcChange> mcmc_refine(TrainingState& state, const McmcOptions& options);

// `seen` is of this step's backward pass.
void add_mcmc_noise(const MutableCloudView& cloud, const SplatGradPlanes& seen, const McmcNoise& noise);

}  // namespace gs
