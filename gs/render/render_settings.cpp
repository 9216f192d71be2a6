// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/render/render_settings.h"

namespace gs::render {

splat::RenderSettings settings_of(const world::RenderConfig& config) {
  const world::ColorCorrection& color = config.color_correction;
  splat::RenderSettings settings;
  settings.near_m = config.near_plane_m;
  settings.far_m = config.far_plane_m;
  // Both describe the filter that the Gaussians were trained with; another filter would change their visible size.
  settings.low_pass_px2 = config.low_pass_px2.value_or(splat::kLowPass);
  settings.antialiasing = config.antialiasing.value_or(false);
  settings.background = cast<float>(config.background_color);
  settings.correction = {.white_balance = cast<float>(color.white_balance),
                         .exposure_compensation = static_cast<float>(color.exposure_compensation),
                         .gamma = static_cast<float>(color.gamma)};
  return settings;
}

}  // namespace gs::render
