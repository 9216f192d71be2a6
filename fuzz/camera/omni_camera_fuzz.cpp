// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Omni cameras with any parameters: two bytes are the size of the images, then come xi, focal lengths, principal point
// and distortion (float64). The equidistant camera for resampled images is checked, and an image is resampled.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "gs/assets/image/undistort.h"
#include "gs/core/expect.h"
#include "gs/geometry/omni_camera.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  constexpr int kMostSide_px = 64;
  std::array<double, 9> n{};
  if (size < 2) return 0;
  std::memcpy(n.data(), data + 2, std::min(sizeof(n), size - 2));
  // Readers of calibrations refuse numbers that are not finite.
  if (!std::ranges::all_of(n, [](double value) { return std::isfinite(value); })) return 0;
  const gs::OmniCamera camera{.width = 1 + data[0] % kMostSide_px,
                              .height = 1 + data[1] % kMostSide_px,
                              .xi = n[0],
                              .gamma_x = n[1],
                              .gamma_y = n[2],
                              .cx = n[3],
                              .cy = n[4],
                              .k1 = n[5],
                              .k2 = n[6],
                              .p1 = n[7],
                              .p2 = n[8]};
  if (const auto fit = gs::fit_equidistant(camera)) {
    GS_EXPECT(fit->camera.fx > 0 && fit->camera.fy > 0 && std::isfinite(fit->camera.k1 + fit->camera.k4));
  }
  const auto ideal = gs::ideal_equidistant(camera);
  if (!ideal) return 0;
  GS_EXPECT(ideal->width > 0 && ideal->width <= 2 * camera.width);
  GS_EXPECT(ideal->height > 0 && ideal->height <= 2 * camera.height);
  const gs::assets::Undistorter map(camera, *ideal);
  const auto image = map.apply(gs::assets::Image::make(camera.width, camera.height, 3));
  GS_EXPECT(image.has_value() && image->width == ideal->width && image->height == ideal->height);
  GS_EXPECT(map.mask().width == ideal->width);
  return 0;
}
