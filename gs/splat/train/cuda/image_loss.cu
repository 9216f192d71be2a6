// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// L1 and SSIM with gradient as defined in loss.h. Two passes over tiles of 32 x 16 pixels of one channel: first the
// gradient terms of every window, then the sum over the windows of each pixel. Convolutions are separable: a thread
// computes four pixels of a row from registers, then two of a column.
#include "gs/splat/cuda/train/train_gradient.cuh"
#include "gs/splat/train/cuda/step.h"
#include "gs/splat/train/loss/l1_kernel.h"
#include "gs/splat/train/loss/ssim_kernel.h"

namespace gs::splat::cuda {
namespace {

// A tile needs a border of kRadius pixels; kPitch is the padded row length in shared memory, a multiple of four floats.
constexpr int kRadius = train::kSsimRadius, kTaps = train::kSsimTaps;
constexpr int kTileX = 32, kTileY = 16, kThreads = 256;
constexpr int kRows = kTileY + 2 * kRadius, kColumns = kTileX + 2 * kRadius, kPitch = 44;

// Weight of tap k = 0..10 of the window.
__device__ constexpr float tap(int k) { return train::ssim_tap(k < kRadius ? kRadius - k : k - kRadius); }

// A tile with its border in shared memory, and the same after the convolution along rows.
struct Input {
  float v[kRows][kPitch];
};
struct Convolved {
  float v[kRows][kTileX];
};

// Convolution at four consecutive pixels of a row; in[0..13] are their inputs.
__device__ float4 convolve_four(const float (&in)[16]) {
  float out[4] = {};
#pragma unroll
  for (int o = 0; o < 4; ++o) {
#pragma unroll
    for (int k = 0; k < kTaps; ++k) out[o] += tap(k) * in[o + k];
  }
  return make_float4(out[0], out[1], out[2], out[3]);
}
// Loads 16 consecutive values in four 16-byte accesses.
__device__ void load_sixteen(const Input& from, int row, int column, float (&out)[16]) {
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    // Values beyond the pitch are never used: convolve_four() needs only 14.
    const float4 v = column + 4 * k + 4 <= kPitch ? *reinterpret_cast<const float4*>(&from.v[row][column + 4 * k])
                                                  : make_float4(0, 0, 0, 0);
    out[4 * k] = v.x, out[4 * k + 1] = v.y, out[4 * k + 2] = v.z, out[4 * k + 3] = v.w;
  }
}
// Convolution along a column at two consecutive rows.
__device__ float2 convolve_column(const Convolved& from, int row, int column) {
  float in[kTaps + 1], a = 0, b = 0;
#pragma unroll
  for (int k = 0; k <= kTaps; ++k) in[k] = from.v[row + k][column];
#pragma unroll
  for (int k = 0; k < kTaps; ++k) a += tap(k) * in[k], b += tap(k) * in[k + 1];
  return make_float2(a, b);
}

// Sum over the block; only thread 0 gets it.
__device__ float block_sum(float value) {
  __shared__ float sums[kThreads / 32];
  value = warp_sum(value);
  __syncthreads();
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;
  __syncthreads();
  float total = 0;
  if (threadIdx.x == 0) {
    for (const float s : sums) total += s;
  }
  return total;
}
// Writes the block's sum of one quantity to the partial sums.
__device__ void put_sum(const LossBuffers& out, LossSum what, float value) {
  const float sum = block_sum(value);
  const size_t block = blockIdx.y * gridDim.x + blockIdx.x;
  if (threadIdx.x == 0) {
    out.partial[(static_cast<size_t>(what) * 3 + blockIdx.z) * out.blocks + block] = sum;
  }
}

// The value of this block's channel. Indexing a kernel argument with a variable would copy it to local memory.
template <class T>
__device__ T of_channel(const T (&values)[3]) {
  return blockIdx.z == 0 ? values[0] : blockIdx.z == 1 ? values[1] : values[2];
}

// Factor of exposure and vignetting for this block's channel at a pixel.
__device__ float light_at(const LossImage& target, const train::LensTerms& t) {
  const float lens = target.with_lens ? train::lens_gain(target.lens, t) : 1.0f;
  return of_channel(target.gain) * lens;
}

struct PixelPair {
  float x, y;  // rendered and recorded colour
  bool kept;
};
// Colours of a pixel, zero outside the image and where masked.
template <bool kMask>
__device__ PixelPair load_pixel(const LossImage& target, const float* color, int x, int y) {
  if (x < 0 || y < 0 || x >= target.width || y >= target.height) return {0, 0, false};
  const auto i = static_cast<size_t>(y) * static_cast<size_t>(target.width) + static_cast<size_t>(x);
  const unsigned c = blockIdx.z;
  if (kMask && __ldg(target.mask + i) == 0) return {0, 0, false};
  return {light_at(target, train::lens_terms(target.frame, x, y)) * __ldg(color + i) + of_channel(target.bias),
          static_cast<float>(__ldg(target.rgb8 + 3 * i + c)) * (1.0f / 255.0f), true};
}

// First pass: SSIM and gradient terms of every window; sums of SSIM.
template <bool kMask>
__global__ void __launch_bounds__(kThreads) terms_kernel(LossImage target, ConstPlanes image, LossBuffers out) {
  constexpr int kQuantities = kMask ? 6 : 5;
  __shared__ Input in[2];
  __shared__ Convolved convolved[kQuantities];
  __shared__ uint8_t kept[kMask ? kRows : 1][kPitch];
  const int x0 = static_cast<int>(blockIdx.x) * kTileX, y0 = static_cast<int>(blockIdx.y) * kTileY;
  const float* const color = of_channel(image.color);
  // 1. Load the tile and its border.
  for (int e = static_cast<int>(threadIdx.x); e < kRows * kColumns; e += kThreads) {
    const int row = e / kColumns, column = e % kColumns;
    const PixelPair p = load_pixel<kMask>(target, color, x0 + column - kRadius, y0 + row - kRadius);
    in[0].v[row][column] = p.x, in[1].v[row][column] = p.y;
    if (kMask) kept[row][column] = p.kept;
  }
  __syncthreads();
  if (threadIdx.x < kRows * kTileX / 4) {
    // 2. Convolve x, y, xx, yy, xy (and the mask) along rows.
    // Eight threads share a row of 32 pixels, four pixels each.
    const int row = static_cast<int>(threadIdx.x) / 8, column = static_cast<int>(threadIdx.x) % 8 * 4;
    float x[16], y[16], product[16];
    load_sixteen(in[0], row, column, x);
    load_sixteen(in[1], row, column, y);
    const auto put = [&](int q, const float(&v)[16]) {
      *reinterpret_cast<float4*>(&convolved[q].v[row][column]) = convolve_four(v);
    };
    put(0, x), put(1, y);
#pragma unroll
    for (int k = 0; k < 16; ++k) product[k] = x[k] * x[k];
    put(2, product);
#pragma unroll
    for (int k = 0; k < 16; ++k) product[k] = y[k] * y[k];
    put(3, product);
#pragma unroll
    for (int k = 0; k < 16; ++k) product[k] = x[k] * y[k];
    put(4, product);
    if constexpr (kMask) {
#pragma unroll
      for (int k = 0; k < 16; ++k)
        product[k] = column + k < kColumns ? static_cast<float>(kept[row][column + k]) : 0.0f;
      put(5, product);
    }
  }
  __syncthreads();
  // 3. Convolve along columns, two rows per thread.
  const int column = static_cast<int>(threadIdx.x) % kTileX, row = static_cast<int>(threadIdx.x) / kTileX * 2;
  float mean[2][kQuantities];
#pragma unroll
  for (int q = 0; q < kQuantities; ++q) {
    const float2 m = convolve_column(convolved[q], row, column);
    mean[0][q] = m.x, mean[1][q] = m.y;
  }
  // 4. Statistics of the windows that lie inside the image and whose centre is not masked.
  float sum = 0;
  const auto pixels = static_cast<size_t>(target.width) * static_cast<size_t>(target.height);
#pragma unroll
  for (int r = 0; r < 2; ++r) {
    const int x = x0 + column, y = y0 + row + r;
    if (x >= target.width || y >= target.height) continue;
    const bool whole = x >= kRadius && y >= kRadius && x < target.width - kRadius && y < target.height - kRadius;
    const bool counts = whole && (!kMask || kept[row + r + kRadius][column + kRadius] != 0);
    // Masked pixels are zero in the sums; dividing by the share of unmasked weight makes them means again.
    float inverse = 1.0f;
    if constexpr (kMask) inverse = counts ? 1.0f / mean[r][5] : 0.0f;
    train::SsimTerms<float> w{};
    if (counts)
      w = train::ssim_terms(inverse,
                            train::SsimSums<float>{mean[r][0], mean[r][1], mean[r][2], mean[r][3], mean[r][4]});
    sum += w.ssim;
    const float terms[3] = {w.constant, w.by_x, w.by_y};
    const auto i = static_cast<size_t>(y) * static_cast<size_t>(target.width) + static_cast<size_t>(x);
#pragma unroll
    for (int t = 0; t < 3; ++t) out.terms[(blockIdx.z * 3 + static_cast<unsigned>(t)) * pixels + i] = terms[t];
  }
  put_sum(out, loss_ssim, sum);
}

// Second pass: gradient of L1 and SSIM by the rendered colour, and sums for L1, exposure and vignetting.
template <bool kMask, bool kSsim>
__global__ void __launch_bounds__(kThreads)
    gradient_kernel(LossImage target, ConstPlanes image, Planes gradient, LossBuffers buffers) {
  __shared__ Input in[kSsim ? 3 : 1];
  __shared__ Convolved convolved[kSsim ? 3 : 1];
  const int x0 = static_cast<int>(blockIdx.x) * kTileX, y0 = static_cast<int>(blockIdx.y) * kTileY;
  const auto width = static_cast<size_t>(target.width), pixels = width * static_cast<size_t>(target.height);
  float2 term[3] = {};
  const int column = static_cast<int>(threadIdx.x) % kTileX, row = static_cast<int>(threadIdx.x) / kTileX * 2;
  // 1. Sum the terms of all windows that contain a pixel: the same convolution, because the window is symmetric.
  if constexpr (kSsim) {
    for (int e = static_cast<int>(threadIdx.x); e < kRows * kColumns; e += kThreads) {
      const int r = e / kColumns, c = e % kColumns, x = x0 + c - kRadius, y = y0 + r - kRadius;
      const bool inside = x >= 0 && y >= 0 && x < target.width && y < target.height;
      const size_t i = inside ? static_cast<size_t>(y) * width + static_cast<size_t>(x) : 0;
#pragma unroll
      for (unsigned t = 0; t < 3; ++t) {
        in[t].v[r][c] = inside ? __ldg(buffers.terms + (blockIdx.z * 3 + t) * pixels + i) : 0.0f;
      }
    }
    __syncthreads();
    if (threadIdx.x < kRows * kTileX / 4) {
      const int r = static_cast<int>(threadIdx.x) / 8, c = static_cast<int>(threadIdx.x) % 8 * 4;
#pragma unroll
      for (int t = 0; t < 3; ++t) {
        float v[16];
        load_sixteen(in[t], r, c, v);
        *reinterpret_cast<float4*>(&convolved[t].v[r][c]) = convolve_four(v);
      }
    }
    __syncthreads();
#pragma unroll
    for (int t = 0; t < 3; ++t) term[t] = convolve_column(convolved[t], row, column);
  }
  // 2. Gradient by the corrected colour; the chain rule then gives those of gain, bias, vignetting and rendered colour.
  const float* const color = of_channel(image.color);
  float* const out = of_channel(gradient.color);
  const float gain = of_channel(target.gain), bias = of_channel(target.bias);
  float l1 = 0, by_gain = 0, by_bias = 0, by_lens[3] = {};
#pragma unroll
  for (int r = 0; r < 2; ++r) {
    const int x = x0 + column, y = y0 + row + r;
    if (x >= target.width || y >= target.height) continue;
    const size_t i = static_cast<size_t>(y) * width + static_cast<size_t>(x);
    const PixelPair p = load_pixel<kMask>(target, color, x, y);
    const train::LensTerms terms = train::lens_terms(target.frame, x, y);
    float g = 0;
    if (p.kept) {
      const float difference = p.x - p.y;
      l1 += abs(difference);
      g = train::l1_vjp(difference, target.l1_step);
      if constexpr (kSsim) {
        const auto of = [r](float2 v) { return r == 0 ? v.x : v.y; };
        g += target.ssim_step * (of(term[0]) + of(term[1]) * p.x + of(term[2]) * p.y);
      }
      by_gain += g * (p.x - bias);
      by_bias += g;
      if (target.with_lens) {
        const float by_light = g * gain * __ldg(color + i);
        by_lens[0] += by_light * terms.x2, by_lens[1] += by_light * terms.y2, by_lens[2] += by_light * terms.r4;
      }
    }
    out[i] = g * light_at(target, terms);
  }
  put_sum(buffers, loss_l1, l1);
  put_sum(buffers, loss_gain, by_gain);
  put_sum(buffers, loss_bias, by_bias);
  if (!target.with_lens) return;
#pragma unroll
  for (int k = 0; k < 3; ++k) put_sum(buffers, static_cast<LossSum>(loss_lens + k), by_lens[k]);
}

// Adds the partial sums of one quantity and channel per block, in a fixed order.
__global__ void __launch_bounds__(kThreads) sum_kernel(LossBuffers buffers, bool with_ssim, StepRecord* record) {
  __shared__ double sums[kThreads];
  const unsigned what = blockIdx.x / 3, channel = blockIdx.x % 3;
  const float* from = buffers.partial + static_cast<size_t>(blockIdx.x) * buffers.blocks;
  double sum = 0;
  for (size_t i = threadIdx.x; i < buffers.blocks; i += kThreads) sum += static_cast<double>(from[i]);
  sums[threadIdx.x] = what == loss_ssim && !with_ssim ? 0.0 : sum;
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x != 0) return;
  // The host adds the channels of l1 and ssim.
  double* const to[kLossSums] = {record->l1,      record->gain,    record->bias,   record->ssim,
                                 record->lens[0], record->lens[1], record->lens[2]};
  to[what][channel] = sums[0];
}

}  // namespace

std::size_t loss_blocks(int width, int height) {
  return static_cast<std::size_t>((width + kTileX - 1) / kTileX) *
         static_cast<std::size_t>((height + kTileY - 1) / kTileY);
}

void launch_image_loss(const LossImage& target, const ConstPlanes& image, const Planes& gradient, const LossBuffers& in,
                       StepRecord* record, cudaStream_t stream) {
  LossBuffers buffers = in;
  buffers.blocks = loss_blocks(target.width, target.height);
  const dim3 grid(static_cast<unsigned>((target.width + kTileX - 1) / kTileX),
                  static_cast<unsigned>((target.height + kTileY - 1) / kTileY), 3);
  const bool with_ssim = target.ssim_step != 0;
  const auto run = [&]<bool kMask>() {
    if (with_ssim) {
      terms_kernel<kMask><<<grid, kThreads, 0, stream>>>(target, image, buffers);
      gradient_kernel<kMask, true><<<grid, kThreads, 0, stream>>>(target, image, gradient, buffers);
    } else {
      gradient_kernel<kMask, false><<<grid, kThreads, 0, stream>>>(target, image, gradient, buffers);
    }
  };
  if (target.mask != nullptr) {
    run.template operator()<true>();
  } else {
    run.template operator()<false>();
  }
  const unsigned sums = target.with_lens ? kLossSums : loss_lens;
  sum_kernel<<<3 * sums, kThreads, 0, stream>>>(buffers, with_ssim, record);
}

}  // namespace gs::splat::cuda
