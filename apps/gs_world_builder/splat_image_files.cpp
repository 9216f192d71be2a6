// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_world_builder/splat_image_files.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace gs {

assets::Image color_image(const splat::SplatImage& rendered) {
  return {.width = rendered.width, .height = rendered.height, .channels = 3, .data = rendered.rgb8};
}

assets::Image depth_image(const splat::SplatImage& rendered) {
  assets::Image image = assets::Image::make(rendered.width, rendered.height, 1, 2);
  for (std::size_t i = 0; i < rendered.depth.size(); ++i) {
    // The largest value, 65535, stands for 255.996 m and more.
    const float steps = std::clamp(rendered.depth[i] * 256.0f, 0.0f, 65535.0f);
    const auto value = static_cast<uint16_t>(std::lrint(steps));
    std::memcpy(image.data.data() + 2 * i, &value, 2);
  }
  return image;
}

}  // namespace gs
