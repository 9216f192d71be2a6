// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Penalties of opacity and size for one Gaussian, shared by host and device code. Together with MCMC they keep the
// number of useful Gaussians high: what the images do not need fades below the opacity at which it is relocated.
#pragma once

#include <cmath>

#include "gs/splat/kernel/gaussian.h"

namespace gs::splat::train {

// Weights of one step: of the opacity, of each standard deviation [1/m], and the largest standard deviation that is
// told apart [m]. The weights are already divided by the number of Gaussians that share them.
struct Penalty {
  float opacity = 0, scale_per_m = 0, largest_m = 1;
};

// Adds the gradient of opacity * o + scale_per_m * sum_k min(s_k, largest_m), with o the opacity and s_k the standard
// deviations, to the gradient of the logit and of the logarithms. Beyond the largest size the pull stays constant in
// the logarithm, so that a Gaussian of the sky is not pulled more than a wall.
GS_HD inline void add_penalty(const Gaussian<float>& g, const Penalty& by, Gaussian<float>& gradient) {
  const float opacity = 1.0f / (1.0f + std::exp(-g.opacity_logit));
  gradient.opacity_logit += by.opacity * opacity * (1.0f - opacity);
  const auto pull = [&](float log_scale) {
    const float scale = std::exp(log_scale);
    return by.scale_per_m * (scale < by.largest_m ? scale : by.largest_m);
  };
  gradient.log_scale.x += pull(g.log_scale.x);
  gradient.log_scale.y += pull(g.log_scale.y);
  gradient.log_scale.z += pull(g.log_scale.z);
}

}  // namespace gs::splat::train
