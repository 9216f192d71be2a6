// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Adaptive density control (Kerbl et al. 2023, section 5.2): where the image gradient of a Gaussian's centre is large,
// small Gaussians are cloned and large ones are split in two; nearly transparent ones are removed. Two differences from
// the paper: the number of Gaussians never exceeds a cap (the largest gradients win), and opacities are reset only
// while Gaussians are still being added.
#pragma once

#include <cstdint>

#include "gs/core/result.h"
#include "gs/splat/train/state.h"

namespace gs::splat::train {

// Options of one refinement.
struct AdcOptions {
  uint64_t seed = 42;
  std::size_t max_gaussians = 1'000'000;
  double grad_threshold = 2e-4;  // mean |dL/d(centre)| above which a Gaussian is cloned or split; image 2 wide, 2 high
  double extent_m = 1;           // scene extent [m]: Gaussians up to 1 % of it are cloned, larger ones are split
  double dead_opacity = 0.005;   // Gaussians below this opacity are removed
};
// Number of Gaussians that one refinement cloned, split and removed.
struct AdcChange {
  std::size_t cloned = 0, split = 0, removed = 0;
};
// Refines `state` once and clears its density statistics. Unchanged survivors keep their Adam moments; new and split
// Gaussians start with zero moments. Errors: out of memory.
Result<AdcChange> adc_refine(TrainingState& state, const AdcOptions& options);

// Lowers all opacities to at most 0.01 and clears their Adam moments. Gaussians that the images need become opaque
// again; the others stay faint and are removed by later refinements.
void reset_opacities(TrainingState& state);

}  // namespace gs::splat::train
