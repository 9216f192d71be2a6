// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Projection of a block of Gaussians, a pack at a time, and its gradient. Part of executor_body.h.
#pragma once

#include "gs/splat/cpu/executor.h"
#include "gs/splat/cpu/lanes.h"
#include "gs/splat/kernel/blend.h"
#include "gs/splat/kernel/extent.h"
#include "gs/splat/kernel/sh.h"

namespace gs::cpu {

inline constexpr int kMaxCoefficients = 16;

template <class F>
GS_INLINE Gaussian<F> load_gaussian(const CloudView& cloud, std::size_t i) {
  using L = Lanes<F>;
  return {{L::load(cloud.position[0] + i), L::load(cloud.position[1] + i), L::load(cloud.position[2] + i)},
          {L::load(cloud.log_scale[0] + i), L::load(cloud.log_scale[1] + i), L::load(cloud.log_scale[2] + i)},
          {L::load(cloud.rotation[0] + i), L::load(cloud.rotation[1] + i), L::load(cloud.rotation[2] + i),
           L::load(cloud.rotation[3] + i)},
          L::load(cloud.opacity_logit + i)};
}

// A pack per value on one side, a value per lane on the other.
template <class F, int Count>
struct Transposed {
  float values[Count][Lanes<F>::kWidth];
  GS_INLINE void set(int value, F x) { Lanes<F>::store(x, values[value]); }
  GS_INLINE float get(int value, int lane) const { return values[value][lane]; }
};

// Sum of count products; four running sums, because one would wait for itself.
template <class F>
GS_INLINE float dot_product(const float* a, const float* b, int count) {
  if (count == kMaxCoefficients) {
    Pack<4> total = Pack<4>::load(a) * Pack<4>::load(b);
    for (int k = 4; k < kMaxCoefficients; k += 4) total += Pack<4>::load(a + k) * Pack<4>::load(b + k);
    return (total[0] + total[1]) + (total[2] + total[3]);
  }
  float total = 0;
  for (int k = 0; k < count; ++k) total += a[k] * b[k];
  return total;
}

// Pixels low..high of an axis of `size` pixels that lie within `half` of `center`; empty if low > high.
struct PixelRange {
  int low, high;
};
template <class F>
GS_INLINE PixelRange pixels_within(float center, float half, int size) {
  const float low = max(center - half, 0.0f);
  const float high = min(center + half, static_cast<float>(size - 1));
  const int floor_low = static_cast<int>(low);
  return {floor_low + (static_cast<float>(floor_low) < low ? 1 : 0), high < 0.0f ? -1 : static_cast<int>(high)};
}

template <class F>
std::size_t project_block(const CloudView& cloud, const ViewF& view, std::size_t begin, std::size_t end,
                          SplatRecord* out) {
  constexpr int kWidth = Lanes<F>::kWidth;
  const int coefficients = cloud.coefficients();
  std::size_t count = 0;
  for (std::size_t i = begin; i < end; i += kWidth) {
    const Gaussian<F> g = load_gaussian<F>(cloud, i);
    const Projection<F> p = project_gaussian(g, view);
    const Extent<F> extent = visible_extent(p);
    const auto visible = is_visible(g, view, p, extent);
    if (!any(visible)) continue;

    const Falloff<F> shape = falloff(p.splat);
    const F down = F(1.0f) / p.covariance_yy;
    Transposed<F, 14> row;
    row.set(0, p.splat.center.x), row.set(1, p.splat.center.y);
    row.set(2, shape.xx), row.set(3, shape.xy), row.set(4, shape.yy), row.set(5, shape.peak);
    row.set(6, p.splat.depth);
    row.set(7, p.covariance_xy * down);                // slope: -b / a of the conic
    row.set(8, extent.reach2 * p.determinant * down);  // reach2 / a
    row.set(9, p.determinant * down * down);           // determinant of the conic / a^2
    row.set(10, extent.half_width.x), row.set(11, extent.half_width.y);
    F basis[kMaxCoefficients];
    sh_basis(view_direction(g.mean - broadcast<F>(view.position)), cloud.sh_degree, basis);
    Transposed<F, kMaxCoefficients> basis_row;
    for (int k = 0; k < coefficients; ++k) basis_row.set(k, basis[k]);

    for (int lane = 0; lane < kWidth; ++lane) {
      if (!Lanes<F>::lane(visible, lane) || i + static_cast<std::size_t>(lane) >= end) continue;
      const PixelRange xs = pixels_within<F>(row.get(0, lane), row.get(10, lane), view.camera.width);
      const PixelRange ys = pixels_within<F>(row.get(1, lane), row.get(11, lane), view.camera.height);
      if (xs.low > xs.high || ys.low > ys.high) continue;
      float lane_basis[kMaxCoefficients];
      for (int k = 0; k < coefficients; ++k) lane_basis[k] = basis_row.get(k, lane);
      const float* sh = cloud.sh_of(i + static_cast<std::size_t>(lane));
      SplatRecord& r = out[count++];
      r.x = row.get(0, lane), r.y = row.get(1, lane);
      r.xx = row.get(2, lane), r.xy = row.get(3, lane), r.yy = row.get(4, lane), r.peak = row.get(5, lane);
      r.depth = row.get(6, lane);
      r.slope = row.get(7, lane), r.reach = row.get(8, lane), r.bend = row.get(9, lane);
      r.x0 = static_cast<int16_t>(xs.low), r.x1 = static_cast<int16_t>(xs.high);
      r.y0 = static_cast<int16_t>(ys.low), r.y1 = static_cast<int16_t>(ys.high);
      for (int c = 0; c < 3; ++c) {
        r.color[c] = sh_color(dot_product<F>(sh + c * coefficients, lane_basis, coefficients));
      }
      r.gaussian = static_cast<uint32_t>(i + static_cast<std::size_t>(lane));
    }
  }
  return count;
}

template <class F>
GS_INLINE void store_gradient(const MutableCloudView& out, std::size_t i, const Gaussian<F>& g) {
  using L = Lanes<F>;
  L::store(g.mean.x, out.position[0] + i), L::store(g.mean.y, out.position[1] + i);
  L::store(g.mean.z, out.position[2] + i);
  L::store(g.log_scale.x, out.log_scale[0] + i), L::store(g.log_scale.y, out.log_scale[1] + i);
  L::store(g.log_scale.z, out.log_scale[2] + i);
  L::store(g.rotation.x, out.rotation[0] + i), L::store(g.rotation.y, out.rotation[1] + i);
  L::store(g.rotation.z, out.rotation[2] + i), L::store(g.rotation.w, out.rotation[3] + i);
  L::store(g.opacity_logit, out.opacity_logit + i);
}

template <class F>
GS_INLINE Vec3<F> keep(decltype(F() < F()) mask, Vec3<F> v) {
  const F zero(0.0f);
  return {select(mask, v.x, zero), select(mask, v.y, zero), select(mask, v.z, zero)};
}

template <class F>
PoseGrad<float> project_backward_block(const CloudView& cloud, const ViewF& view, const SplatGradPlanes& grads,
                                       std::size_t begin, std::size_t end, const MutableCloudView& out) {
  using L = Lanes<F>;
  using P = SplatGradPlanes;
  constexpr int kWidth = L::kWidth;
  const int coefficients = cloud.coefficients();
  const F zero(0.0f);
  PoseGrad<F> pose{{zero, zero, zero}, {zero, zero, zero}};
  for (std::size_t i = begin; i < end; i += kWidth) {
    const auto load = [&](P::Plane plane) { return L::load(grads.plane[plane] + i); };
    Splat2<F> v{{load(P::center_x), load(P::center_y)},
                load(P::conic_a),
                load(P::conic_b),
                load(P::conic_c),
                load(P::opacity),
                load(P::depth)};
    F color_grad[3] = {load(P::red), load(P::green), load(P::blue)};
    const F size = abs(v.center.x) + abs(v.center.y) + abs(v.a) + abs(v.b) + abs(v.c) + abs(v.opacity) + abs(v.depth) +
                   abs(color_grad[0]) + abs(color_grad[1]) + abs(color_grad[2]);
    const auto touched = size > zero;
    const int lanes = static_cast<int>(end - i < kWidth ? end - i : kWidth);
    float* sh_out = out.sh_of(i);
    if (!any(touched)) {
      store_gradient<F>(out, i, {{zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero, zero}, zero});
      for (int k = 0; k < lanes * 3 * coefficients; ++k) sh_out[k] = 0.0f;
      continue;
    }
    const Gaussian<F> g = load_gaussian<F>(cloud, i);
    const Vec3<F> offset = g.mean - broadcast<F>(view.position);
    const Vec3<F> direction = view_direction(offset);
    F basis[kMaxCoefficients], basis_grad[kMaxCoefficients];
    sh_basis(direction, cloud.sh_degree, basis);

    // Colour: clamp, coefficients, direction. Coefficients are records, so lanes are visited one by one.
    Transposed<F, kMaxCoefficients> b, db;
    Transposed<F, 3> dc;
    for (int k = 0; k < coefficients; ++k) b.set(k, basis[k]);
    for (int c = 0; c < 3; ++c) dc.set(c, color_grad[c]);
    for (int lane = 0; lane < kWidth; ++lane) {
      float lane_basis[kMaxCoefficients], lane_grad[kMaxCoefficients];
      for (int k = 0; k < coefficients; ++k) lane_basis[k] = b.get(k, lane), lane_grad[k] = 0.0f;
      if (lane < lanes && L::lane(touched, lane)) {
        const std::size_t at = static_cast<std::size_t>(lane * 3 * coefficients);
        const float* sh = cloud.sh_of(i) + at;
        for (int c = 0; c < 3; ++c, sh += coefficients) {
          const float sum = dot_product<F>(sh, lane_basis, coefficients);
          const float v_color = sh_color_vjp(sh_color(sum), dc.get(c, lane));
          float* sh_grad = sh_out + at + static_cast<std::size_t>(c * coefficients);
          for (int k = 0; k < coefficients; ++k) sh_grad[k] = v_color * lane_basis[k];
          for (int k = 1; k < coefficients; ++k) lane_grad[k] += v_color * sh[k];
        }
      } else if (lane < lanes) {
        for (int k = 0; k < 3 * coefficients; ++k) sh_out[lane * 3 * coefficients + k] = 0.0f;
      }
      for (int k = 0; k < coefficients; ++k) db.values[k][lane] = lane_grad[k];
    }
    for (int k = 0; k < coefficients; ++k) basis_grad[k] = L::load(db.values[k]);
    const Vec3<F> d_offset = view_direction_vjp(offset, sh_basis_vjp(direction, cloud.sh_degree, basis_grad));

    const Projection<F> fwd = project_gaussian(g, view);
    ProjectionGrad<F> grad = project_gaussian_vjp(g, view, fwd, v);
    grad.gaussian.mean += d_offset;
    // exp(twist) moves the camera by -W^T translation in map, the offset by the opposite.
    grad.pose.translation += rotate(view.camera_from_map, d_offset);
    pose.translation += keep<F>(touched, grad.pose.translation);
    pose.rotation += keep<F>(touched, grad.pose.rotation);
    const Gaussian<F>& d = grad.gaussian;
    const Vec3<F> quaternion_xyz = keep<F>(touched, {d.rotation.x, d.rotation.y, d.rotation.z});
    store_gradient<F>(out, i,
                      {keep<F>(touched, d.mean),
                       keep<F>(touched, d.log_scale),
                       {quaternion_xyz.x, quaternion_xyz.y, quaternion_xyz.z, select(touched, d.rotation.w, zero)},
                       select(touched, d.opacity_logit, zero)});
  }
  return {{sum(pose.translation.x), sum(pose.translation.y), sum(pose.translation.z)},
          {sum(pose.rotation.x), sum(pose.rotation.y), sum(pose.rotation.z)}};
}

}  // namespace gs::cpu
