// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Kernels of a training step other than rendering (gs/splat/cuda/train/train_frame.h): image loss, geometry loss, Adam,
// MCMC. All inputs are on the device or passed by value; no launch waits for the host.
#pragma once

#include "gs/splat/cuda/train/train_frame.h"
#include "gs/splat/train/actors/actor_limits.h"
#include "gs/splat/train/actors/mirror_kernel.h"
#include "gs/splat/train/density/mcmc_kernel.h"
#include "gs/splat/train/image_corrections/lens_kernel.h"
#include "gs/splat/train/optimise/penalty_kernel.h"

namespace gs::splat::cuda {

// Numbers that follow from the view of a part: 6 of its pose, 3 of its gain.
inline constexpr int kViewGradients = 9;

// Results of one step that the host reads when the step is finished.
struct StepRecord {
  double l1[3], ssim[3];    // sums over pixels and over windows, by channel
  double gain[3], bias[3];  // dL/d(log_gain), dL/d(bias) of the exposure
  double lens[3][3];        // dL/d(vignetting coefficients), [coefficient, channel]
  double depth, sky;        // sums of the geometry losses
  PoseGrad<float> pose;
  float actors[train::kCorrectedAtOnce][kViewGradients];  // dL/d(view) of the first actors in the image
  uint32_t visible, pairs, seen;
  uint32_t depth_count;  // LiDAR samples that contributed
};

// ---- image loss ---------------------------------------------------------------------------------------------------

// Recorded image on the device, the exposure to compare with, and the weights of the loss.
struct LossImage {
  int width, height;
  const uint8_t* rgb8;     // [height, width, 3]
  const uint8_t* mask;     // [height, width], 0: ignore; null: no mask
  float gain[3], bias[3];  // exposure: the compared colour is gain * vignetting * colour + bias
  train::LensFrame frame;
  float lens[3];             // vignetting coefficients, see LensShading
  bool with_lens;            // true: compute their gradient
  float l1_step, ssim_step;  // dL/d|difference| and dL/d(SSIM of a window)
};
// Scratch buffers of launch_image_loss().
struct LossBuffers {
  float* terms;    // [3 channels, 3, pixels] gradient terms of every window; see window_row() in loss.cpp
  float* partial;  // [kLossSums, 3, blocks]
  std::size_t blocks;
};
// Rows of LossBuffers::partial.
enum LossSum { loss_l1, loss_gain, loss_bias, loss_ssim, loss_lens, kLossSums = loss_lens + 3 };
// Number of thread blocks that write partial sums for an image of this size.
std::size_t loss_blocks(int width, int height);
// Image loss of loss.h: overwrites the colours of `gradient` with dL/d(rendered colour) and fills the sums of the
// record.
void launch_image_loss(const LossImage& target, const ConstPlanes& image, const Planes& gradient,
                       const LossBuffers& buffers, StepRecord* record, cudaStream_t stream);

// ---- geometry loss (geometry_loss.h) -------------------------------------------------------------------------------

// The LiDAR samples of one pixel: entries begin..end of GeometryTarget::inverse.
struct DepthRun {
  uint32_t pixel, begin, end;
};
// LiDAR samples and sky mask of an image on the device.
struct GeometryTarget {
  const DepthRun* runs;
  const float* inverse;  // 1 / measured depth [1/m]
  uint32_t run_count;
  const uint8_t* sky;   // [height, width], not 0: sky; null: unknown
  const uint8_t* mask;  // as in LossImage
  float depth_weight, sky_weight, far_m;
  CameraF camera;  // converts depth to distance for the sky loss
};
// Partial sums of thread blocks. They are added in block order, so the result is the same in every run.
struct GeometryBuffers {
  double *depth, *sky;  // [geometry_blocks(pixels)]
};
// Number of thread blocks for an image of this many pixels.
std::size_t geometry_blocks(std::size_t pixels);
// Depth and sky loss of geometry_loss.h: overwrites alpha and depth of `gradient` and fills depth, sky and depth_count
// of the record.
void launch_geometry_loss(const GeometryTarget& target, const ConstPlanes& image, const Planes& gradient,
                          const GeometryBuffers& buffers, StepRecord* record, cudaStream_t stream);

// ---- Adam ---------------------------------------------------------------------------------------------------------

// Constants of one Adam step.
struct AdamStep {
  float position, log_scale, rotation, opacity, color, color_rest;  // learning rates, multiplied by AdamBias::first
  float root;                                                       // AdamBias::root
  int active_coefficients;
  train::Penalty penalty;  // weights to be divided by the number of Gaussians seen
  bool with_noise;
  float half_width, half_height;  // half the image size [px], the unit of the density statistics
  train::McmcNoise noise;
  train::MirrorGate gate;  // of a mirrored actor; otherwise with side 0
};
// Counts the Gaussians with a non-zero opacity gradient into record->seen.
void launch_count_seen(std::size_t gaussians, const TrainBuffers& frame, StepRecord* record, cudaStream_t stream);
// State that Adam updates.
struct AdamBuffers {
  MutableCloudView cloud, first, second;
  float *pull, *count;  // [N] density statistics; null: not collected
  float* pose_partial;  // [pose_blocks(N), kViewGradients], or null: no gradients of pose and gain
};
// Number of thread blocks that write partial gradients of pose and gain.
std::size_t pose_blocks(std::size_t gaussians);
// One pass over all Gaussians of a part (`frame` from its first slot on): gradient with respect to their parameters,
// regularisation, Adam step, MCMC noise and density statistics. With pose_partial, sums of the gradients of
// pose and gain are written there. If the splat-tile lists overflowed in this frame, cloud and moments stay unchanged.
void launch_adam(const AdamBuffers& buffers, const ViewF& view, const TrainBuffers& frame, uint32_t tiles,
                 const AdamStep& step, const StepRecord* record, cudaStream_t stream);
// Mirrors the Gaussians of an actor and their first moments in place; a second call undoes it.
void launch_mirror(const AdamBuffers& actor, cudaStream_t stream);
// Moves the Gaussians of an actor into the limits of its box.
void launch_actor_limits(const MutableCloudView& cloud, const train::ActorLimits& limits, cudaStream_t stream);
// Adds `blocks` rows of pose_partial into `gradient` [kViewGradients], a row of StepRecord::actors.
void launch_actor_record(const float* pose_partial, std::size_t blocks, float* gradient, cudaStream_t stream);
// Copies the list lengths of the frame to the record, and the pose gradient: the sum of `blocks` rows of pose_partial
// [blocks, kViewGradients], which may be null.
void launch_frame_record(const TrainBuffers& frame, uint32_t tiles, const float* pose_partial, std::size_t blocks,
                         StepRecord* record, cudaStream_t stream);

// ---- MCMC ---------------------------------------------------------------------------------------------------------

// Scratch buffers of the MCMC refinement.
struct McmcBuffers {
  uint64_t* weights;  // [capacity + 1] sampling weights in fixed point, then their prefix sums
  uint32_t* dead;     // [capacity + 1] 1 for dead Gaussians, then the number of dead ones before each
  double* pull;       // [kPullPartials + 1] partial sums of density statistics, then the total
  uint32_t* copies;   // [capacity] number of copies drawn from each Gaussian
  uint32_t* sources;  // [capacity] Gaussian that each dead or new one is copied from
  void* temporary;
  std::size_t temporary_bytes;
};
inline constexpr unsigned kPullPartials = 256;
// Bytes of temporary memory that a primitive of cub needs; `status` is the error of the query, if any.
struct Temporary {
  cudaError_t status;
  std::size_t bytes;
};
// Asks the scan primitives for their temporary memory for `capacity` Gaussians.
Temporary mcmc_temporary(std::size_t capacity);
// Constants of one refinement.
struct McmcRefine {
  uint64_t seed, iteration;
  float dead_opacity;
};
// Relocates dead Gaussians to living ones (mcmc.h).
cudaError_t launch_mcmc_relocate(const AdamBuffers& state, const McmcBuffers& buffers, const McmcRefine& refine,
                                 cudaStream_t stream);
// Appends `added` copies of living Gaussians behind the cloud.size existing ones. The buffers must have room for them,
// and at least one Gaussian must be alive.
cudaError_t launch_mcmc_add(const AdamBuffers& state, std::size_t added, const McmcBuffers& buffers,
                            const McmcRefine& refine, cudaStream_t stream);

// ---- order of the Gaussians ---------------------------------------------------------------------------------------

// Scratch buffers of launch_sort_by_place().
struct PlaceBuffers {
  uint64_t *keys, *other_keys;        // [capacity]
  uint32_t *indices, *other_indices;  // [capacity]
  uint32_t* box;                      // [6]
  void* temporary;
  std::size_t temporary_bytes;
};
// Asks the sort for its temporary memory for `capacity` Gaussians.
Temporary place_temporary(std::size_t capacity);
// Sorts cloud and moments along a Morton curve, as sort_by_place() does (place_order.h). The density statistics must be
// zero.
cudaError_t launch_sort_by_place(const AdamBuffers& state, const PlaceBuffers& buffers, cudaStream_t stream);

}  // namespace gs::splat::cuda
