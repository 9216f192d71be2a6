// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Device memory of training: the cloud with its moments, the images, and scratch buffers.
#pragma once

#include <vector>

#include "gs/core/containers/buffer_group.h"
#include "gs/splat/cuda/device.h"
#include "gs/splat/train/cuda/step.h"
#include "gs/splat/train/image_corrections/image_corrections.h"
#include "gs/splat/train/training_plan.h"

namespace gs::splat::cuda {

// The cloud and both Adam moments on the device, in the layout of a GaussianCloud with planes `capacity` floats apart,
// so that the cloud can grow in place.
class DeviceState {
 public:
  // Copies a state to the device; with_density also allocates density statistics. After an error the state is empty.
  // Errors: out of device memory.
  Result<void> upload(const train::TrainingState& state, std::size_t capacity, bool with_density,
                      const gs::cuda::Stream& stream);
  // Copies cloud, moments and statistics back to the host; waits for the stream.
  Result<train::TrainingState> download(const gs::cuda::Stream& stream) const;

  // The same for an actor, without density statistics.
  Result<void> upload(const train::ActorState& actor, const gs::cuda::Stream& stream);
  Result<train::ActorState> download_actor(const gs::cuda::Stream& stream) const;

  // Number of Gaussians, room for Gaussians, and bytes allocated (or needed for a given capacity).
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  std::size_t bytes() const { return values_.bytes() + first_.bytes() + second_.bytes(); }
  static std::size_t bytes_for(std::size_t capacity, int sh_degree);
  void grow(std::size_t size) { size_ = size; }  // size must not exceed the capacity
  uint64_t steps = 0;                            // Adam steps taken

  // Device pointers for kernels; valid until the next upload().
  CloudView cloud() const { return view(values_.get()); }
  AdamBuffers buffers() const {
    return {view(values_.get()), view(first_.get()), view(second_.get()), pull_.get(), count_.get(), nullptr};
  }
  // Sets the density statistics to zero.
  Result<void> clear_density(const gs::cuda::Stream& stream) const;

 private:
  MutableCloudView view(float* base) const;
  Result<void> send_all(const train::TrainingState& state, bool with_density, const gs::cuda::Stream& stream) const;
  Result<void> send(const GaussianCloud& from, float* to, const gs::cuda::Stream& stream) const;
  Result<GaussianCloud> fetch(float* from, const gs::cuda::Stream& stream) const;

  gs::cuda::Buffer<float> values_, first_, second_;
  gs::cuda::Buffer<float> pull_, count_;  // density statistics; empty unless the strategy needs them
  std::size_t size_ = 0, capacity_ = 0;
  int sh_degree_ = 0;
};

// One training image on the device, with the counts that normalise its loss.
struct DeviceImage {
  int width = 0, height = 0;
  const uint8_t* rgb8 = nullptr;
  const uint8_t* mask = nullptr;
  const uint8_t* sky = nullptr;
  const DepthRun* runs = nullptr;  // LiDAR samples, grouped by pixel
  const float* inverse = nullptr;
  uint32_t run_count = 0;
  double kept = 0, windows = 0;  // number of unmasked pixels and of SSIM windows that count

  // Number of pixels, masked ones included.
  double pixels() const { return static_cast<double>(width) * static_cast<double>(height); }
  // Arguments of launch_image_loss() for this image.
  LossImage loss(double dssim_weight, const train::Exposure& exposure, bool with_lens) const;
};

// All images of one resolution level in one device allocation.
class DeviceImages {
 public:
  // Uploads images, masks, sky masks and LiDAR samples. Views without pixels get an empty DeviceImage.
  Result<void> upload(const std::vector<train::TrainingView>& views, const gs::cuda::Stream& stream);
  const DeviceImage& operator[](std::size_t view) const { return images_[view]; }
  // Bytes allocated, and bytes that `views` would need.
  std::size_t bytes() const { return memory_.bytes() + runs_.bytes() + inverse_.bytes(); }
  static std::size_t bytes_for(const std::vector<train::TrainingView>& views);

 private:
  Result<void> upload_depth(const std::vector<train::TrainingView>& views, const gs::cuda::Stream& stream);

  gs::cuda::Buffer<uint8_t> memory_;
  gs::cuda::Buffer<DepthRun> runs_;
  gs::cuda::Buffer<float> inverse_;
  std::vector<DeviceImage> images_;
};

// Scratch buffers of one step.
struct StepScratch {
  // The largest sizes that a step may have.
  struct Sizes {
    std::size_t gaussians = 0, pixels = 0, loss_blocks = 0;
    bool with_pose = false;
    std::size_t actor_blocks = 0;  // thread blocks of all actors that add to the pose gradient
  };
  // Grows the buffers to at least these sizes.
  Result<void> reserve(const Sizes& sizes);
  // Bytes allocated, and an estimate for given sizes that leaves out the small buffers.
  std::size_t bytes() const;
  static std::size_t bytes_for(const Sizes& sizes);
  // The buffers as the kernels take them.
  McmcBuffers mcmc() const;
  GeometryBuffers geometry() const;
  PlaceBuffers place() const;

  gs::cuda::Buffer<float> image, gradient;  // planes: colour, alpha, depth
  gs::cuda::Buffer<float> terms, partial, pose_partial;
  gs::cuda::Buffer<uint64_t> weights, keys;
  gs::cuda::Buffer<double> pull, geometry_partial;
  gs::cuda::Buffer<uint32_t> dead, copies, sources;
  gs::cuda::Buffer<uint32_t> box;
  gs::cuda::Buffer<unsigned char> mcmc_temporary;  // of prefix sums and of the sort
};

}  // namespace gs::splat::cuda
