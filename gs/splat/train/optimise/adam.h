// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Adam optimiser (Kingma & Ba 2015, algorithm 1) over all parameters of a cloud. Every Gaussian is updated in every
// step, also those that the current image does not show (dense, not sparse Adam).
#pragma once

#include <cstdint>

#include "gs/core/result.h"
#include "gs/splat/model/cloud.h"

namespace gs::splat::train {

// Learning rate of each parameter group, in the cloud's own units (m, natural logarithms, logits, SH coefficients).
struct AdamRates {
  double position = 0, log_scale = 0, rotation = 0, opacity_logit = 0;
  double color = 0;       // degree 0
  double color_rest = 0;  // higher degrees
};

// Moments of all parameters and the number of steps taken, which the bias correction needs.
struct AdamState {
  GaussianCloud first, second;  // first and second moments, same layout as the cloud
  uint64_t steps = 0;
};

// Allocates zero moments for `size` Gaussians of the given SH degree. Errors: out of memory.
Result<AdamState> make_adam_state(std::size_t size, int sh_degree);

// Takes one Adam step: updates `cloud` in place with `gradient` = dL/d(cloud). Coefficients above active_sh_degree and
// their moments stay unchanged. Rotations are not normalised here: kernels and export normalise them. All clouds must
// have the same size and SH degree (checked).
void adam_step(const MutableCloudView& cloud, const CloudView& gradient, AdamState& state, const AdamRates& rates,
               int active_sh_degree);

}  // namespace gs::splat::train
