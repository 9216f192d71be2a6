// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Projection of a block of Gaussians, one SIMD pack at a time, and its backward pass. Part of executor_body.h.
#pragma once

#include <cstring>

#include "gs/splat/cpu/executor.h"
#include "gs/splat/cpu/lanes.h"
#include "gs/splat/kernel/blend.h"
#include "gs/splat/kernel/sh.h"
#include "gs/splat/kernel/splat_ellipse.h"

namespace gs::splat::cpu {

// SH coefficients per channel at degree 3.
inline constexpr int kMaxCoefficients = 16;

// Loads kWidth consecutive Gaussians from the planes.
template <class F>
GS_INLINE Gaussian<F> load_gaussian(const CloudView& cloud, std::size_t i) {
  using L = Lanes<F>;
  return {{L::load(cloud.position[0] + i), L::load(cloud.position[1] + i), L::load(cloud.position[2] + i)},
          {L::load(cloud.log_scale[0] + i), L::load(cloud.log_scale[1] + i), L::load(cloud.log_scale[2] + i)},
          {L::load(cloud.rotation[0] + i), L::load(cloud.rotation[1] + i), L::load(cloud.rotation[2] + i),
           L::load(cloud.rotation[3] + i)},
          L::load(cloud.opacity_logit + i)};
}

// Transposes `Count` packs, so that all values of one lane are contiguous.
template <class F, int Count>
struct ByLane {
  static constexpr int kWidth = Lanes<F>::kWidth;
  static constexpr int kStride = (Count + kWidth - 1) / kWidth * kWidth;
  alignas(64) float values[kWidth][kStride];
  GS_INLINE explicit ByLane(const F (&packs)[Count]) {
    for (int first = 0; first < kStride; first += kWidth) {
      F rows[kWidth];
      for (int k = 0; k < kWidth; ++k) rows[k] = first + k < Count ? packs[first + k] : F(0.0f);
      transpose_lanes(rows);
      for (int lane = 0; lane < kWidth; ++lane) Lanes<F>::store(rows[lane], values[lane] + first);
    }
  }
  GS_INLINE const float* operator[](int lane) const { return values[lane]; }
};

// Sum of `count` products. Four running sums avoid waiting for the latency of one.
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

// First and last pixel of an axis of `size` pixels within `half` of `center`; empty if low > high.
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

// Executor::project for number type F.
template <class F>
std::size_t project_block(const CloudView& cloud, const ViewF& view, std::size_t begin, std::size_t end,
                          SplatRecord* out) {
  constexpr int kWidth = Lanes<F>::kWidth;
  const int coefficients = cloud.coefficients();
  const float gain[3] = {view.gain.x, view.gain.y, view.gain.z};
  std::size_t count = 0;
  for (std::size_t i = begin; i < end; i += kWidth) {
    const Gaussian<F> g = load_gaussian<F>(cloud, i);
    const Projection<F> p = project_gaussian(g, view);
    const Extent<F> extent = visible_extent(p);
    const auto visible = is_visible(g, view, p, extent);
    if (!any(visible)) continue;

    // Values of a SplatRecord in its order, then the half widths of the box.
    const Falloff<F> shape = falloff(p.splat);
    const F down = F(1.0f) / p.covariance_yy;
    const F projected[kProjectedFloats + 2] = {p.splat.center.x,
                                               p.splat.center.y,
                                               shape.xx,
                                               shape.xy,
                                               shape.yy,
                                               shape.peak,
                                               p.splat.depth,
                                               p.covariance_xy * down,                // slope: -b / a of the conic
                                               extent.reach2 * p.determinant * down,  // reach2 / a
                                               p.determinant * down * down,           // determinant of the conic / a^2
                                               extent.half_width.x,
                                               extent.half_width.y};
    F basis[kMaxCoefficients];
    for (F& b : basis) b = F(0.0f);
    sh_basis(view_direction(g.mean - broadcast<F>(view.position)), cloud.sh_degree, basis);
    const ByLane<F, kProjectedFloats + 2> values(projected);
    const ByLane<F, kMaxCoefficients> basis_of(basis);

    // Visible lanes one by one: box, colour, record.
    for (int lane = 0; lane < kWidth; ++lane) {
      if (!Lanes<F>::lane(visible, lane) || i + static_cast<std::size_t>(lane) >= end) continue;
      const float* const value = values[lane];
      const PixelRange xs = pixels_within<F>(value[0], value[kProjectedFloats], view.camera.width);
      const PixelRange ys = pixels_within<F>(value[1], value[kProjectedFloats + 1], view.camera.height);
      if (xs.low > xs.high || ys.low > ys.high) continue;
      const float* sh = cloud.sh_of(i + static_cast<std::size_t>(lane));
      SplatRecord& r = out[count++];
      std::memcpy(&r, value, kProjectedFloats * sizeof(float));
      r.box = {static_cast<int16_t>(xs.low), static_cast<int16_t>(xs.high), static_cast<int16_t>(ys.low),
               static_cast<int16_t>(ys.high)};
      for (int c = 0; c < 3; ++c) {
        r.color[c] = gain[c] * sh_color(dot_product<F>(sh + c * coefficients, basis_of[lane], coefficients));
      }
      r.owner = static_cast<uint32_t>(i + static_cast<std::size_t>(lane));
    }
  }
  return count;
}

// Stores the gradients of kWidth consecutive Gaussians.
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

// v where the mask holds, else zero (also if v is NaN there).
template <class F>
GS_INLINE Vec3<F> keep(decltype(F() < F()) mask, Vec3<F> v) {
  const F zero(0.0f);
  return {select(mask, v.x, zero), select(mask, v.y, zero), select(mask, v.z, zero)};
}

// Executor::project_backward for number type F.
template <class F>
PoseGrad<float> project_backward_block(const CloudView& cloud, const ViewF& view, const SplatGradPlanes& grads,
                                       std::size_t begin, std::size_t end, const MutableCloudView& out) {
  using L = Lanes<F>;
  using P = SplatGradPlanes;
  constexpr int kWidth = L::kWidth;
  const int coefficients = cloud.coefficients();
  const F zero(0.0f);
  const float gain[3] = {view.gain.x, view.gain.y, view.gain.z};
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
    // Gaussians without gradient were not visible: their projection may be undefined, so their results are masked out.
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

    // Backward pass of the colour: clamp, coefficients, direction. Coefficients are stored per Gaussian, so lanes are
    // visited one by one.
    for (F& value : basis) value = F(0.0f);
    sh_basis(direction, cloud.sh_degree, basis);
    const ByLane<F, kMaxCoefficients> basis_of(basis);
    const ByLane<F, 3> color_grad_of(color_grad);
    alignas(64) float basis_grad_of[kMaxCoefficients][kWidth];
    for (int lane = 0; lane < kWidth; ++lane) {
      const float* const lane_basis = basis_of[lane];
      float lane_grad[kMaxCoefficients] = {};
      if (lane < lanes && L::lane(touched, lane)) {
        const std::size_t at = static_cast<std::size_t>(lane) * 3 * static_cast<std::size_t>(coefficients);
        const float* sh = cloud.sh_of(i) + at;
        for (int c = 0; c < 3; ++c, sh += coefficients) {
          const float sum = dot_product<F>(sh, lane_basis, coefficients);
          const float v_color = sh_color_vjp(sh_color(sum), gain[c] * color_grad_of[lane][c]);
          float* sh_grad = sh_out + at + static_cast<std::size_t>(c * coefficients);
          for (int k = 0; k < coefficients; ++k) sh_grad[k] = v_color * lane_basis[k];
          for (int k = 1; k < coefficients; ++k) lane_grad[k] += v_color * sh[k];
        }
      } else if (lane < lanes) {
        for (int k = 0; k < 3 * coefficients; ++k) sh_out[lane * 3 * coefficients + k] = 0.0f;
      }
      for (int k = 0; k < coefficients; ++k) basis_grad_of[k][lane] = lane_grad[k];
    }
    for (int k = 0; k < coefficients; ++k) basis_grad[k] = L::load(basis_grad_of[k]);
    const Vec3<F> d_offset = view_direction_vjp(offset, sh_basis_vjp(direction, cloud.sh_degree, basis_grad));

    const Projection<F> fwd = project_gaussian(g, view);
    ProjectionGrad<F> grad = project_gaussian_vjp(g, view, fwd, v);
    grad.gaussian.mean += d_offset;
    // exp(twist) moves the camera by -W^T translation in map, so the offset from the camera moves by the opposite.
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

}  // namespace gs::splat::cpu
