// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gradient of a Gaussian from the moments of its splat, for kernels of the backward pass through the projection.
#pragma once

#include "gs/splat/cuda/train/train_frame.h"
#include "gs/splat/kernel/sh.h"

namespace gs::splat::cuda {

// Reads the parameters of Gaussian i.
__device__ inline Gaussian<float> load_gaussian(const CloudView& cloud, size_t i) {
  return {cloud.position_of(i), cloud.log_scale_of(i), cloud.rotation_of(i), cloud.opacity_logit[i]};
}

// Zero gradient. A default quaternion would be the identity, not zero.
__device__ inline ProjectionGrad<float> no_gradient() {
  ProjectionGrad<float> grad{};
  grad.gaussian.rotation = {0.0f, 0.0f, 0.0f, 0.0f};
  return grad;
}

// True if the Gaussian is not visible.
__device__ inline bool is_empty(const SplatBox& box) { return box.x0 > box.x1; }

// Fixed-point units per gradient_unit of a moment. The sum over 2^22 pixels fits into 63 bits, even if the distance to
// the centre (first moments) and its square (second moments) are as large as the image.
__device__ inline float fixed_scale(int moment) {
  if (moment == m0 || moment >= m_red) return 0x1p36f;
  return moment <= my ? 0x1p28f : 0x1p18f;
}

// Moments of one splat as floats, converted from fixed point if necessary.
struct Moments {
  float m[kMomentStride];
};
__device__ inline Moments load_moments(const TrainBuffers& frame, size_t i) {
  Moments out;
  if (frame.fixed != nullptr) {
#pragma unroll
    for (int k = 0; k < kMomentStride; ++k) {
      out.m[k] = static_cast<float>(frame.fixed[i * kMomentStride + static_cast<size_t>(k)]) *
                 (frame.gradient_unit / fixed_scale(k));
    }
    return out;
  }
  const float4* from = reinterpret_cast<const float4*>(frame.moments + i * kMomentStride);
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    const float4 v = from[k];
    out.m[4 * k] = v.x, out.m[4 * k + 1] = v.y, out.m[4 * k + 2] = v.z, out.m[4 * k + 3] = v.w;
  }
  return out;
}

// dL/d(splat) from moments: with the inverse covariance K, the gradient of the centre is K times the first moments;
// those of K are the second moments.
__device__ inline Splat2<float> splat_gradient(const Moments& moments, const Splat2<float>& splat) {
  const float(&m)[kMomentStride] = moments.m;
  return {{splat.a * m[mx] + splat.b * m[my], splat.b * m[mx] + splat.c * m[my]},
          -0.5f * m[mxx],
          -m[mxy],
          -0.5f * m[myy],
          m[m0] / splat.opacity,
          m[m_depth]};
}

// dL/d(sum of basis times coefficients) of each channel, and dL/d(offset from the camera).
struct ColorGrad {
  float sum[3];
  float log_gain[3];  // dL/d(log gain) of the view
  Vec3f offset;
};
// `sh` is the record of the Gaussian, [3, K]; `basis` that of its viewing direction; v_color = dL/d(colour), of
// which `gain` is a factor.
template <int kDegree>
__device__ ColorGrad color_gradient(const float* sh, const float* basis, Vec3f offset, const float* v_color,
                                    Vec3f gain) {
  constexpr int kK = sh_coefficients(kDegree);
  const float gains[3] = {gain.x, gain.y, gain.z};
  ColorGrad out;
  float basis_grad[kK];
#pragma unroll
  for (float& b : basis_grad) b = 0.0f;
#pragma unroll
  for (int c = 0; c < 3; ++c) {
    float sum = 0;
#pragma unroll
    for (int k = 0; k < kK; ++k) sum += basis[k] * sh[c * kK + k];
    out.sum[c] = sh_color_vjp(sh_color(sum), gains[c] * v_color[c]);
    out.log_gain[c] = out.sum[c] * (sum + 0.5f);
#pragma unroll
    for (int k = 0; k < kK; ++k) basis_grad[k] += out.sum[c] * sh[c * kK + k];
  }
  out.offset = view_direction_vjp(offset, sh_basis_vjp(view_direction(offset), kDegree, basis_grad));
  return out;
}

// Calls body<kDegree>() with the SH degree as a template argument.
template <class Body>
void with_degree(int degree, Body body) {
  switch (degree) {
    case 0:
      return body.template operator()<0>();
    case 1:
      return body.template operator()<1>();
    case 2:
      return body.template operator()<2>();
    default:
      return body.template operator()<3>();
  }
}

// Sum over the warp; all lanes get it.
__device__ inline float warp_sum(float value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_xor_sync(0xFFFFFFFFu, value, offset);
  return value;
}

// Adds the pose gradients of a warp to the total. All lanes must call it.
__device__ inline void add_pose(const PoseGrad<float>& pose, PoseGrad<float>* total) {
  const float parts[6] = {pose.translation.x, pose.translation.y, pose.translation.z,
                          pose.rotation.x,    pose.rotation.y,    pose.rotation.z};
#pragma unroll
  for (int k = 0; k < 6; ++k) {
    const float sum = warp_sum(parts[k]);
    if (threadIdx.x % 32 == 0 && sum != 0.0f) atomicAdd(&total->translation.x + k, sum);
  }
}

}  // namespace gs::splat::cuda
