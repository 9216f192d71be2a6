// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Adaptive density control (Kerbl et al. 2023, section 5.2): where centres are pulled about in the images, small
// Gaussians are doubled and large ones are cut in two; faint ones go. We differ in two things: their number
// never exceeds a cap (the strongest pulls win), and opacities are reset only while Gaussians are still being added.
#pragma once

#include <cstdint>

#include "gs/core/result.h"
#include "gs/splat/train/state.h"

namespace gs {

struct AdcOptions {
  uint64_t seed = 42;
  std::size_t max_gaussians = 1'000'000;
  double grad_threshold = 2e-4;
  double extent_m = 1;          // of the scene: smaller than a hundredth of it is small
  double dead_opacity = 0.005;  // below: removed
};
struct AdcChange {
  std::size_t cloned = 0, split = 0, removed = 0;
};
// Statistics begin anew. Survivors keep their moments, new Gaussians have none.
Result<AdcChange> adc_refine(TrainingState& state, const AdcOptions& options);

// No opacity above 0.01, no memory of their gradients: what is not needed stays faint.
void reset_opacities(TrainingState& state);

}  // namespace gs
