// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Backward pass of raster_tile(): walks the splats front to back again; the sum over the splats behind is known from
// the finished image.
#pragma once

#include "gs/splat/cpu/raster_body.h"

namespace gs::splat::cpu {

// Executor::raster_backward for number type F.
template <class F>
void raster_backward_tile(const SplatRecord* records, TileList list, TileRect rect, const ConstPlanes& image,
                          const ConstPlanes& grad, SplatMoments* moments) {
  using L = Lanes<F>;
  enum { red, green, blue, deep, cover, kChannels };  // channels of dL/d(image)
  TilePlane<F> transmittance, behind, v[kChannels];
  transmittance.fill(-1.0f);
  behind.fill(0.0f);
  for (auto& plane : v) plane.fill(0.0f);
  const float* const values[kChannels] = {image.color[0], image.color[1], image.color[2], image.depth, image.alpha};
  const float* const grads[kChannels] = {grad.color[0], grad.color[1], grad.color[2], grad.depth, grad.alpha};
  for (int y = 0; y < rect.height; ++y) {
    const std::size_t at = static_cast<std::size_t>(rect.y0 + y) * static_cast<std::size_t>(image.width) +
                           static_cast<std::size_t>(rect.x0);
    for (int x = 0; x < rect.width; ++x) {
      transmittance.row(y)[x] = 1.0f;
      float total = 0;  // sum of weight * value over all splats of the pixel
      for (int channel = 0; channel < kChannels; ++channel) {
        if (grads[channel] == nullptr) continue;
        const float g = grads[channel][at + static_cast<std::size_t>(x)];
        v[channel].row(y)[x] = g;
        total += g * values[channel][at + static_cast<std::size_t>(x)];
      }
      behind.row(y)[x] = total;
    }
  }

  RowSpans spans;
  std::size_t i = 0;
  for (; i < list.count; ++i) {
    if (i + 8 < list.count) __builtin_prefetch(records + list.records[i + 8]);
    if (i % 32 == 31 && !any_unfinished<F>(transmittance, rect)) break;
    const SplatRecord& r = records[list.records[i]];
    find_spans<F>(r, rect, spans);
    // Moments of dL/d(ln alpha) about the splat's centre, and sums for colour and depth.
    const F zero(0.0f);
    F m0 = zero, mx = zero, my = zero, mxx = zero, mxy = zero, myy = zero;
    F sum_red = zero, sum_green = zero, sum_blue = zero, sum_depth = zero;
    for (int y = spans.first_row; y <= spans.last_row; ++y) {
      const float dy_row = static_cast<float>(rect.y0 + y) - r.y;
      const F dy(dy_row), linear(r.xy * dy_row), constant(r.yy * dy_row * dy_row + r.peak);
      float* const t_row = transmittance.row(y);
      F row0 = zero, row1 = zero;
      for (int x = spans.begin[y]; x < spans.end[y]; x += L::kWidth) {
        const F t = L::load(t_row + x);
        if (!any(t > zero)) continue;
        const F dx = L::ramp() + F(static_cast<float>(rect.x0 + x) - r.x);
        const F alpha = alpha_of((F(r.xx) * dx + linear) * dx + constant);
        const Blend<F> b = blend(alpha, t);
        L::store(b.transmittance, t_row + x);
        const F g_red = L::load(v[red].row(y) + x), g_green = L::load(v[green].row(y) + x);
        const F g_blue = L::load(v[blue].row(y) + x), g_depth = L::load(v[deep].row(y) + x);
        const F value = g_red * F(r.color[0]) + g_green * F(r.color[1]) + g_blue * F(r.color[2]) +
                        g_depth * F(r.depth) + L::load(v[cover].row(y) + x);
        float* const behind_at = behind.row(y) + x;
        const F rest = L::load(behind_at) - b.weight * value;
        L::store(rest, behind_at);
        sum_red += b.weight * g_red;
        sum_green += b.weight * g_green;
        sum_blue += b.weight * g_blue;
        sum_depth += b.weight * g_depth;
        const F d_alpha = select(b.weight > zero, blend_vjp(alpha, t, value, rest), zero);
        const F d_log = alpha_vjp(alpha, d_alpha);
        row0 += d_log;
        row1 += d_log * dx;
        mxx += d_log * dx * dx;
      }
      m0 += row0;
      mx += row1;
      my += row0 * dy;
      mxy += row1 * dy;
      myy += row0 * dy * dy;
    }
    moments[i] = {
        sum(m0),       sum(mx), sum(my), sum(mxx), sum(mxy), sum(myy), {sum(sum_red), sum(sum_green), sum(sum_blue)},
        sum(sum_depth)};
  }
  // Splats behind the last unfinished pixel have no gradient.
  for (; i < list.count; ++i) moments[i] = {};
}

}  // namespace gs::splat::cpu
