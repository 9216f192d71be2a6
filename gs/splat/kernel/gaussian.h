// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The values kernels pass to each other. F is float, a SIMD pack or a dual number. A gradient has the type of the
// thing it belongs to: Gaussian<F> also holds dL/d(Gaussian).
#pragma once

#include "gs/geometry/quaternion.h"

namespace gs {

// Encodings of the PLY: see gs/splat/model/cloud.h. The rotation need not have unit length.
template <class F>
struct Gaussian {
  Vec3<F> mean{};  // in map [m]
  Vec3<F> log_scale{};
  Quaternion<F> rotation{};
  F opacity_logit{};
};

// A Gaussian on the image plane: density exp(-(a dx^2 + 2 b dx dy + c dy^2) / 2).
template <class F>
struct Splat2 {
  Vec2<F> center{};  // [px]
  F a{}, b{}, c{};   // inverse covariance [1/px^2]
  F opacity{};       // peak alpha
  F depth{};         // z for pinhole lenses, distance for fisheye lenses [m]
};

}  // namespace gs
