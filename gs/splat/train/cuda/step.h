// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The kernels of a training step beside rendering (gs/splat/cuda/train_frame.h): loss, Adam, MCMC. Everything they
// need is on the device or an argument; nothing waits for the host.
#pragma once

#include "gs/splat/cuda/train_frame.h"
#include "gs/splat/train/lens_kernel.h"
#include "gs/splat/train/mcmc_kernel.h"

namespace gs::cuda {

// What the host learns of a step, when it is over.
struct StepRecord {
  double l1[3], ssim[3];    // sums over pixels and windows, by channel
  double gain[3], bias[3];  // dL/d(log_gain), dL/d(bias) of the exposure
  double lens[3][3];        // dL/d(terms) of the lens, by term and channel
  double depth, sky;        // sums of the geometry losses
  PoseGrad<float> pose;
  uint32_t visible, pairs, seen;
  uint32_t depth_count;  // LiDAR returns that counted
};

// ---- image loss ---------------------------------------------------------------------------------------------------

struct LossImage {
  int width, height;
  const uint8_t* rgb8;     // [height, width, 3]
  const uint8_t* mask;     // [height, width], 0: left out; null: all kept
  float gain[3], bias[3];  // of the exposure: compared is gain lens colour + bias
  LensFrame frame;
  float lens[3];             // see LensShading
  bool with_lens;            // whether its gradient is wanted
  float l1_step, ssim_step;  // dL/d|difference| and dL/d(SSIM of a window)
};
struct LossBuffers {
  float* terms;    // [3 channels, 3, pixels]; see loss.cpp of the CPU
  float* partial;  // [kLossSums, 3, blocks]
  std::size_t blocks;
};
enum LossSum { loss_l1, loss_gain, loss_bias, loss_ssim, loss_lens, kLossSums = loss_lens + 3 };
std::size_t loss_blocks(int width, int height);
// Overwrites the colours of `gradient` with dL/d(rendered colour) and fills in the sums of the record.
void launch_image_loss(const LossImage& target, const ConstPlanes& image, const Planes& gradient,
                       const LossBuffers& buffers, StepRecord* record, cudaStream_t stream);

// ---- what is known of distances: geometry_loss.h -------------------------------------------------------------------

// The LiDAR returns of one pixel.
struct DepthRun {
  uint32_t pixel, begin, end;  // in `inverse`
};
struct GeometryTarget {
  const DepthRun* runs;
  const float* inverse;  // 1 / measured depth [1/m]
  uint32_t run_count;
  const uint8_t* sky;   // [height, width], not 0: sky; null: not known
  const uint8_t* mask;  // as in LossImage
  float depth_weight, sky_weight, far_m;
  CameraF camera;  // for the distance of the sky
};
// Sums of blocks, which are added up in their order: the same in every run.
struct GeometryBuffers {
  double *depth, *sky;  // [geometry_blocks(pixels)]
};
std::size_t geometry_blocks(std::size_t pixels);
// Overwrites the alpha and depth of `gradient` and fills in depth, sky and depth_count of the record.
void launch_geometry_loss(const GeometryTarget& target, const ConstPlanes& image, const Planes& gradient,
                          const GeometryBuffers& buffers, StepRecord* record, cudaStream_t stream);

// ---- Adam ---------------------------------------------------------------------------------------------------------

struct AdamStep {
  float position, log_scale, rotation, opacity, color, color_rest;  // rates with the bias correction
  float root;                                                       // see adam_kernel.h
  int active_coefficients;
  float opacity_weight, scale_weight;  // of regularisation, before division by the number of Gaussians seen
  bool with_noise;
  float half_width, half_height;  // of the image [px], for density statistics
  McmcNoise noise;
};
// Gaussians whose opacity has a gradient, into record->seen.
void launch_count_seen(std::size_t gaussians, const TrainBuffers& frame, StepRecord* record, cudaStream_t stream);
// Gradient of every Gaussian, regularisation, Adam and noise in one pass. With pose_partial ([blocks, 6]) the pose's
// gradient goes to the record. Nothing happens when the lists had no room for all pairs.
struct AdamBuffers {
  MutableCloudView cloud, first, second;
  float *pull, *count;  // [N] density statistics; null: not wanted
  float* pose_partial;  // [pose_blocks(N), 6] or null
};
std::size_t pose_blocks(std::size_t gaussians);
void launch_adam(const AdamBuffers& buffers, const ViewF& view, const TrainBuffers& frame, uint32_t tiles,
                 const AdamStep& step, StepRecord* record, cudaStream_t stream);

// ---- MCMC ---------------------------------------------------------------------------------------------------------

struct McmcBuffers {
  uint64_t* weights;  // [capacity + 1]: chances in whole units, then running sums
  uint32_t* dead;     // [capacity + 1]: 1 for dead ones, then their number before each
  double* pull;       // [kPullPartials + 1]: sums of blocks, then of all
  uint32_t* copies;   // [capacity]
  uint32_t* sources;  // [capacity]
  void* temporary;
  std::size_t temporary_bytes;
};
inline constexpr unsigned kPullPartials = 256;
// Bytes of McmcBuffers::temporary for that many Gaussians, unless asking for them failed.
struct McmcTemporary {
  cudaError_t status;
  std::size_t bytes;
};
McmcTemporary mcmc_temporary(std::size_t capacity);
struct McmcRefine {
  uint64_t seed, iteration;
  float dead_opacity;
};
// Dead Gaussians become copies of living ones.
cudaError_t launch_mcmc_relocate(const AdamBuffers& state, const McmcBuffers& buffers, const McmcRefine& refine,
                                 cudaStream_t stream);
// `added` new ones behind the `cloud.size` there are; there is room for them, and at least one Gaussian lives.
cudaError_t launch_mcmc_add(const AdamBuffers& state, std::size_t added, const McmcBuffers& buffers,
                            const McmcRefine& refine, cudaStream_t stream);

}  // namespace gs::cuda
