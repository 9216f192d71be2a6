// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/planes/rays.h"

#include <tuple>

#include "gs/core/parallel.h"

namespace gs::splat {

// Computed in double precision: distortion is inverted by iteration. Pixels without a ray keep the zero vector.
std::vector<Vec3f> pixel_rays(const CameraD& camera) {
  const auto width = static_cast<std::size_t>(camera.width), height = static_cast<std::size_t>(camera.height);
  std::vector<Vec3f> rays(width * height);
  parallel_for(
      height,
      [&](std::size_t y) {
        for (std::size_t x = 0; x < width; ++x) {
          const auto ray = unproject(camera, {static_cast<double>(x), static_cast<double>(y)});
          if (ray) rays[y * width + x] = cast<float>(*ray);
        }
      },
      8);
  return rays;
}

bool same_camera(const CameraD& a, const CameraD& b) {
  const auto tie = [](const CameraD& c) {
    return std::tie(c.width, c.height, c.fx, c.fy, c.cx, c.cy, c.lens, c.k1, c.k2, c.k3, c.k4, c.k5, c.k6, c.p1, c.p2);
  };
  return tie(a) == tie(b);
}

}  // namespace gs::splat
