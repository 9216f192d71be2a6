// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Values that kernels exchange. F is float, a SIMD pack or a dual number. A gradient has the type of its quantity:
// Gaussian<F> also holds dL/d(Gaussian).
#pragma once

#include "gs/geometry/quaternion.h"

namespace gs::splat {

// A Gaussian in the encodings of the PLY file (gs/splat/model/cloud.h). The rotation need not have unit length.
template <class F>
struct Gaussian {
  Vec3<F> mean{};  // in the map frame [m]
  Vec3<F> log_scale{};
  Quaternion<F> rotation{};
  F opacity_logit{};
};

// A Gaussian projected to the image: density exp(-(a dx^2 + 2 b dx dy + c dy^2) / 2).
template <class F>
struct Splat2 {
  Vec2<F> center{};  // [px]
  F a{}, b{}, c{};   // inverse covariance [1/px^2]
  F opacity{};       // peak alpha
  F depth{};         // z for pinhole cameras, distance for fisheye cameras [m]
};

}  // namespace gs::splat
