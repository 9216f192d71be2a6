// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Adam (Kingma & Ba 2015, algorithm 1) over all parameters of a cloud, unseen Gaussians included: exact, not sparse.
#pragma once

#include <cstdint>

#include "gs/core/result.h"
#include "gs/splat/model/cloud.h"

namespace gs {

// One rate per group; the cloud's own units (m, logarithms, logits, SH coefficients).
struct AdamRates {
  double position = 0, log_scale = 0, rotation = 0, opacity_logit = 0;
  double color = 0;       // degree 0
  double color_rest = 0;  // higher degrees
};

struct AdamState {
  GaussianCloud first, second;  // moments, in the layout of the cloud
  uint64_t steps = 0;
};

// Zero moments for a cloud of this size.
Result<AdamState> make_adam_state(std::size_t size, int sh_degree);

// One step against the gradient. Coefficients above active_sh_degree stay as they are, with their moments. Rotations
// are not normalised: kernels and export do that.
void adam_step(const MutableCloudView& cloud, const CloudView& gradient, AdamState& state, const AdamRates& rates,
               int active_sh_degree);

}  // namespace gs
