// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Visible extent of a splat: the ellipse inside which alpha reaches kMinAlpha, its bounding box, and its distance to a
// rectangle.
#pragma once

#include "gs/splat/kernel/project.h"

namespace gs::splat {

// The ellipse a dx^2 + 2 b dx dy + c dy^2 <= reach2 around the splat's centre.
template <class F>
struct Extent {
  F reach2{};            // 2 ln(opacity / kMinAlpha); negative: not visible anywhere
  Vec2<F> half_width{};  // of the tight bounding box [px]
};

// Extent of a projected Gaussian.
template <class F>
GS_HD Extent<F> visible_extent(const Projection<F>& p) {
  Extent<F> out;
  out.reach2 = F(2.0f) * log(max(p.splat.opacity * F(1.0f / kMinAlpha), F(1e-6f)));
  const F reach2 = max(out.reach2, F(0.0f));
  out.half_width = {sqrt(reach2 * p.covariance_xx), sqrt(reach2 * p.covariance_yy)};
  return out;
}

// True if all values are finite: x - x is NaN for NaN and infinity.
template <class F>
GS_HD auto is_finite(const Gaussian<F>& g) {
  const F sum = g.mean.x + g.mean.y + g.mean.z + g.log_scale.x + g.log_scale.y + g.log_scale.z + g.rotation.x +
                g.rotation.y + g.rotation.z + g.rotation.w + g.opacity_logit;
  return sum - sum >= F(0.0f);
}

// True if the Gaussian can contribute to the image: finite values, depth between the near and far planes, inside the
// valid range of the camera model, opaque enough, and its box touches the image. NaN anywhere gives false.
template <class F, class T>
GS_HD auto is_visible(const Gaussian<F>& g, const View<T>& view, const Projection<F>& p, const Extent<F>& e) {
  const F zero(0.0f), limit(view.camera.limit);
  const F r2 = p.p.x * p.p.x + p.p.y * p.p.y;
  const auto in_lens = view.camera.lens == Lens::radtan
                           ? both(p.p.z > zero, r2 <= limit * p.p.z * p.p.z)
                           : both(r2 + p.p.z * p.p.z > zero, atan2(sqrt(r2), p.p.z) <= limit);
  const auto in_depth = both(p.splat.depth >= F(view.near_m), p.splat.depth <= F(view.far_m));
  const auto has_area = both(p.determinant > zero, p.determinant < F(1e30f));
  const Vec2<F> c = p.splat.center, h = e.half_width;
  const auto in_width = both(c.x + h.x >= zero, c.x - h.x <= F(T(view.camera.width - 1)));
  const auto in_height = both(c.y + h.y >= zero, c.y - h.y <= F(T(view.camera.height - 1)));
  return both(both(both(is_finite(g), e.reach2 > zero), both(in_lens, in_depth)),
              both(has_area, both(in_width, in_height)));
}

// Minimum of a dx^2 + 2 b dx dy + c dy^2 over the rectangle [x0, x1] x [y0, y1], given relative to the centre. Exact: 0
// if the centre is inside, else the minimum lies on one of the at most two edges that face the centre.
template <class F>
GS_HD F least_distance2(F a, F b, F c, F x0, F x1, F y0, F y1) {
  const F zero(0.0f);
  const F x = clamp(zero, x0, x1), y = clamp(zero, y0, y1);  // nearest point of the rectangle along each axis
  const F y_best = clamp(-(b * x) / c, y0, y1);              // minimum on the vertical edge through x
  const F x_best = clamp(-(b * y) / a, x0, x1);              // minimum on the horizontal edge through y
  const F on_vertical = a * x * x + F(2.0f) * b * x * y_best + c * y_best * y_best;
  const F on_horizontal = a * x_best * x_best + F(2.0f) * b * x_best * y + c * y * y;
  return min(on_vertical, on_horizontal);
}

}  // namespace gs::splat
