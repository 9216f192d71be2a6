// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/training_engine.h"

#include <cmath>

#include "gs/core/parallel.h"
#include "gs/splat/planes/compose.h"

namespace gs::splat::train {

SplatImage to_splat_image(const ConstPlanes& image) {
  SplatImage out{.width = image.width, .height = image.height};
  const auto pixels = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  out.rgb8.resize(3 * pixels);
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t i = 0; i < pixels; ++i) out.rgb8[3 * i + c] = to_byte(image.color[c][i]);
  }
  return out;
}

std::vector<float> planes_of(const SplatImage& image) {
  const std::size_t pixels = image.rgb8.size() / 3;
  std::vector<float> out(3 * pixels);
  for (std::size_t i = 0; i < pixels; ++i) {
    for (std::size_t c = 0; c < 3; ++c) out[c * pixels + i] = static_cast<float>(image.rgb8[3 * i + c]) / 255.0f;
  }
  return out;
}

Result<GaussianCloud> finished_cloud(const CloudView& all) {
  std::vector<uint32_t> finite;
  for (std::size_t i = 0; i < all.size; ++i) {
    const Quaternionf q = all.rotation_of(i);
    // One sum instead of many tests: it is finite only if all terms are.
    float sum = all.opacity_logit[i] + norm(q);
    for (int k = 0; k < 3 * all.coefficients(); ++k) sum += all.sh_of(i)[k];
    const bool fine =
        is_finite(all.position_of(i)) && is_finite(all.log_scale_of(i)) && std::isfinite(sum) && norm(q) > 0;
    if (fine) finite.push_back(static_cast<uint32_t>(i));
  }
  // Training does not normalise rotations, but files require unit quaternions.
  GS_TRY(GaussianCloud out, gather(all, finite));
  const MutableCloudView view = out.view();
  parallel_for(out.size(), [&](std::size_t i) { view.set_rotation(i, normalized(view.rotation_of(i))); });
  return out;
}

}  // namespace gs::splat::train
