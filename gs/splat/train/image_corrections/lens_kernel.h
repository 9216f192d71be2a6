// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Vignetting model of lens_shading.h for one pixel, shared by host and device code.
#pragma once

#include "gs/core/platform.h"

namespace gs::splat::train {

// Maps pixels to normalised coordinates: the optical axis [px] and the scale per pixel (2 / width). The same for all
// resolutions of an image.
struct LensFrame {
  float cx = 0, cy = 0, per_pixel = 0;
};

// Factors of the coefficients a, b and c of LensShading at one pixel: x^2, y^2 and (x^2 + y^2)^2.
struct LensTerms {
  float x2, y2, r4;
};
// Evaluates the factors at pixel (x, y).
GS_HD inline LensTerms lens_terms(const LensFrame& frame, int x, int y) {
  const float u = (static_cast<float>(x) - frame.cx) * frame.per_pixel;
  const float v = (static_cast<float>(y) - frame.cy) * frame.per_pixel;
  const float u2 = u * u, v2 = v * v;
  return {u2, v2, (u2 + v2) * (u2 + v2)};
}

// Factor on the light of a pixel: 1 + a x2 + b y2 + c r4, with `abc` the three coefficients of the camera.
GS_HD GS_INLINE float lens_gain(const float (&abc)[3], const LensTerms& t) {
  return 1 + abc[0] * t.x2 + abc[1] * t.y2 + abc[2] * t.r4;
}

}  // namespace gs::splat::train
