// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What training keeps on the device: the cloud with its moments, and the images.
#pragma once

#include <vector>

#include "gs/core/buffer_group.h"
#include "gs/splat/cuda/device.h"
#include "gs/splat/train/corrections.h"
#include "gs/splat/train/cuda/step.h"
#include "gs/splat/train/plan.h"

namespace gs::cuda {

// Three clouds of one layout with room to grow: the planes of a GaussianCloud, `capacity` apart.
class DeviceState {
 public:
  // With room for density statistics, if wanted. After a failure there are no Gaussians.
  Result<void> upload(const TrainingState& state, std::size_t capacity, bool with_density, const Stream& stream);
  Result<TrainingState> download(const Stream& stream) const;

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  std::size_t bytes() const { return values_.bytes() + first_.bytes() + second_.bytes(); }
  static std::size_t bytes_for(std::size_t capacity, int sh_degree);
  void grow(std::size_t size) { size_ = size; }  // within the capacity
  uint64_t steps = 0;                            // of Adam

  CloudView cloud() const { return view(values_.get()); }
  AdamBuffers buffers() const {
    return {view(values_.get()), view(first_.get()), view(second_.get()), pull_.get(), count_.get(), nullptr};
  }
  // Statistics begin anew.
  Result<void> clear_density(const Stream& stream) const;

 private:
  MutableCloudView view(float* base) const;
  Result<void> send_all(const TrainingState& state, bool with_density, const Stream& stream) const;
  Result<void> send(const GaussianCloud& from, float* to, const Stream& stream) const;
  Result<GaussianCloud> fetch(float* from, const Stream& stream) const;

  Buffer<float> values_, first_, second_;
  Buffer<float> pull_, count_;  // density statistics; empty where nobody needs them
  std::size_t size_ = 0, capacity_ = 0;
  int sh_degree_ = 0;
};

// A photograph on the device, and what its loss divides by.
struct DeviceImage {
  int width = 0, height = 0;
  const uint8_t* rgb8 = nullptr;
  const uint8_t* mask = nullptr;
  const uint8_t* sky = nullptr;
  const DepthRun* runs = nullptr;  // LiDAR returns
  const float* inverse = nullptr;
  uint32_t run_count = 0;
  double kept = 0, windows = 0;  // pixels, SSIM windows that count

  double pixels() const { return static_cast<double>(width) * static_cast<double>(height); }
  LossImage loss(double dssim_weight, const Exposure& exposure, bool with_lens) const;
};

class DeviceImages {
 public:
  Result<void> upload(const std::vector<TrainingView>& views, const Stream& stream);
  const DeviceImage& operator[](std::size_t view) const { return images_[view]; }
  std::size_t bytes() const { return memory_.bytes() + runs_.bytes() + inverse_.bytes(); }
  static std::size_t bytes_for(const std::vector<TrainingView>& views);

 private:
  Result<void> upload_depth(const std::vector<TrainingView>& views, const Stream& stream);

  Buffer<uint8_t> memory_;
  Buffer<DepthRun> runs_;
  Buffer<float> inverse_;
  std::vector<DeviceImage> images_;
};

// What a step writes and the next one forgets.
struct StepScratch {
  struct Sizes {
    std::size_t gaussians = 0, pixels = 0, loss_blocks = 0;
    bool with_pose = false;
  };
  Result<void> reserve(const Sizes& sizes);
  std::size_t bytes() const;
  static std::size_t bytes_for(const Sizes& sizes);  // most of it
  McmcBuffers mcmc() const;
  GeometryBuffers geometry() const;

  Buffer<float> image, gradient;  // planes: colour, alpha, depth
  Buffer<float> terms, partial, pose_partial;
  Buffer<uint64_t> weights;
  Buffer<double> pull, geometry_partial;
  Buffer<uint32_t> dead, copies, sources;
  Buffer<unsigned char> mcmc_temporary;
};

}  // namespace gs::cuda
